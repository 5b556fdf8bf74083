package dev.millrace.runtime;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** One started Millrace: the backing services below, the application on top; ended in the opposite order. */
public final class RunningMillrace implements AutoCloseable {
    private final ConfigurableApplicationContext context;
    private final BackingServices services;

    private RunningMillrace(ConfigurableApplicationContext context, BackingServices services) {
        this.context = context;
        this.services = services;
    }

    /**
     * Starts everything and returns when it is ready to serve.
     *
     * @param overrides settings that win over file and environment
     * @throws CannotStart with a sentence for a person
     */
    public static RunningMillrace start(Class<?> application, Map<String, String> overrides) {
        Opening opening = new Opening();
        SpringApplication spring = new SpringApplication(application);
        spring.setBannerMode(Banner.Mode.OFF);
        spring.setLogStartupInfo(false);
        spring.setRegisterShutdownHook(false);
        spring.addInitializers(opening::open);
        try {
            String[] arguments = overrides.entrySet().stream().map(e -> "--" + e.getKey() + "=" + e.getValue())
                    .toArray(String[]::new);
            return new RunningMillrace(spring.run(arguments), opening.opened());
        } catch (RuntimeException e) {
            opening.abandon();
            throw opening.reason(e);
        }
    }

    /** Ends politely: no new requests, running ones finish within the patience of the settings, then the servers stop. */
    @Override
    public void close() {
        try {
            context.close();
        } finally {
            services.close();
        }
    }

    public <T> T get(Class<T> type) {
        return context.getBean(type);
    }

    public MillraceSettings settings() {
        return get(MillraceSettings.class);
    }

    public BackingServices services() {
        return services;
    }

    /** Where this process listens, as seen from this machine. */
    public URI localUrl() {
        return get(LocalAddress.class).url();
    }

    private static final class Opening {
        private @Nullable MillraceSettings settings;
        private @Nullable BackingServices services;

        void open(ConfigurableApplicationContext context) {
            ConfigurableEnvironment environment = context.getEnvironment();
            settings = MillraceSettings.in(environment);
            ListenAddress listen = ListenAddress.of(settings);
            services = BackingServices.open(settings);
            DatabaseAddress database = services.database();
            environment.getPropertySources().addFirst(new MapPropertySource("millraceBackingServices", Map.of(
                    "spring.datasource.url", database.jdbcUrl(),
                    "spring.datasource.username", database.user(),
                    "spring.datasource.password", database.password(),
                    "server.address", listen.host(),
                    "server.port", Integer.toString(listen.port()))));
            context.getBeanFactory().registerSingleton("backingServices", services);
        }

        BackingServices opened() {
            if (services == null) {
                throw new IllegalStateException("the context started without its initializers");
            }
            return services;
        }

        void abandon() {
            if (services != null) {
                services.close();
            }
        }

        RuntimeException reason(RuntimeException failure) {
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                switch (cause) {
                    case CannotStart known -> {
                        return known;
                    }
                    case PortInUseException port -> {
                        return new CannotStart(
                                "Port %d is in use by another program: end that program, or choose another port with MILLRACE_PORT or --port."
                                        .formatted(port.getPort()),
                                failure);
                    }
                    case WebServerException _ when settings != null -> {
                        return ListenAddress.of(settings).refused(failure);
                    }
                    case BindException binding -> {
                        return CannotStart.becauseOfSetting(binding);
                    }
                    default -> {
                    }
                }
            }
            return failure;
        }
    }
}

package dev.millrace.runtime;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * What a process is told from outside; each also as an environment variable, {@code MILLRACE_DATA_DIR} and so on.
 *
 * @param dataDir the folder that holds everything an installation keeps on disk
 * @param databaseUrl an external PostgreSQL 15 or later instead of the embedded one
 * @param redisUrl an external Redis 6.2 or later instead of the embedded one
 * @param readerPassword for the role {@code millrace_reader} of an external PostgreSQL
 * @param roles what this process does
 * @param bind the address to listen on
 * @param port the port to listen on; 0 takes any free one
 * @param publicUrl how people reach this server, if a proxy stands in front of it
 * @param caFile certificates (PEM) to trust besides the system's for outgoing requests
 * @param logFormat {@code text} for people or {@code json} for machines
 * @param stopPatience how long running work may take to end before it is handed back
 */
@ConfigurationProperties("millrace")
public record MillraceSettings(@DefaultValue("data") Path dataDir, Optional<String> databaseUrl,
        Optional<String> redisUrl,
        Optional<String> readerPassword, @DefaultValue({
                "api", "worker", "scheduler"}) Set<Role> roles,
        @DefaultValue(MillraceSettings.USUAL_BIND) String bind, @DefaultValue("8080") int port, Optional<URI> publicUrl,
        Optional<String> caFile,
        @DefaultValue("text") String logFormat, @DefaultValue("20s") Duration stopPatience) {
    private static final String USUAL_BIND = "127.0.0.1";
    private static final int HIGHEST_PORT = 65_535;

    public MillraceSettings {
        databaseUrl = databaseUrl.filter(url -> !url.isBlank());
        redisUrl = redisUrl.filter(url -> !url.isBlank());
        readerPassword = readerPassword.filter(password -> !password.isBlank());
        publicUrl = publicUrl.filter(url -> !url.toString().isBlank());
        caFile = caFile.filter(file -> !file.isBlank());
        bind = bind.isBlank() ? USUAL_BIND : bind;
        if (port < 0 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException(
                    "millrace.port must be from 0 to %d, not %d".formatted(HIGHEST_PORT, port));
        }
        if (publicUrl.isPresent() && !isWebAddress(publicUrl.get())) {
            throw new IllegalArgumentException(
                    "millrace.public-url must be the address of a web server, such as https://millrace.example.org");
        }
        if (roles.isEmpty()) {
            throw new IllegalArgumentException("millrace.roles must name at least one of api, worker, scheduler");
        }
        if (!Set.of("text", "json").contains(logFormat)) {
            throw new IllegalArgumentException("millrace.log-format must be text or json, not " + logFormat);
        }
    }

    /**
     * What a command is told: the same file and variables as a server, which may be started by it later.
     *
     * @param overrides settings that win over both
     * @throws CannotStart with a sentence for a person
     */
    public static MillraceSettings load(Map<String, String> overrides) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("overrides", Map.copyOf(overrides)));
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        ConfigurationPropertySources.attach(environment);
        return in(environment);
    }

    static MillraceSettings in(Environment environment) {
        try {
            return Binder.get(environment).bindOrCreate("millrace", MillraceSettings.class);
        } catch (BindException e) {
            throw CannotStart.becauseOfSetting(e);
        }
    }

    private static boolean isWebAddress(URI url) {
        return url.getHost() != null && ("http".equalsIgnoreCase(url.getScheme())
                || "https".equalsIgnoreCase(url.getScheme()));
    }

    public DataFolder dataFolder() {
        return DataFolder.at(dataDir);
    }

    /** The file to trust certificates from, for {@link OutgoingHttp}. */
    public Optional<Path> certificates() {
        return caFile.map(Path::of);
    }

    public boolean has(Role role) {
        return roles.contains(role);
    }

    @Override
    public String toString() {
        return "MillraceSettings[dataDir=%s, roles=%s]".formatted(dataDir, roles);
    }
}

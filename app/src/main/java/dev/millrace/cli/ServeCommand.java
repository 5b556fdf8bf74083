package dev.millrace.cli;

import dev.millrace.access.FirstAdministrator;
import dev.millrace.access.FirstAdministrator.Welcome;
import dev.millrace.runtime.BackingServices;
import dev.millrace.runtime.EmbeddedServers;
import dev.millrace.runtime.LocalAddress;
import dev.millrace.runtime.Release;
import dev.millrace.runtime.Role;
import dev.millrace.runtime.RunningMillrace;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(name = "serve", description = "Run a server: web pages, API, workers and scheduler.", footer = {"",
        "With no settings at all it runs its own PostgreSQL and Redis in the data folder. A second 'serve' on the",
        "same folder joins them. Ctrl-C ends politely, a second Ctrl-C at once."})
final class ServeCommand implements Callable<Integer> {
    private final Class<?> application;

    @Mixin
    private final DataDirOption dataDir = new DataDirOption();

    @Option(names = "--port", paramLabel = "N", description = "The port to listen on; 0 takes any free one. Default: MILLRACE_PORT, else 8080")
    private @Nullable Integer port;

    @Option(names = "--bind", paramLabel = "ADDRESS", description = "The address to listen on. Default: MILLRACE_BIND, else 127.0.0.1")
    private @Nullable String bind;

    @Option(names = "--roles", paramLabel = "ROLE", split = ",", description = "What this process does: api, worker, scheduler. Default: MILLRACE_ROLES, else all")
    private @Nullable List<Role> roles;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    ServeCommand(Class<?> application) {
        this.application = application;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        return new ServerRun(application, spec.commandLine().getErr()).run(settings(),
                millrace -> greet(millrace, out));
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(dataDir.overrides());
        if (port != null) {
            settings.put("millrace.port", port.toString());
        }
        if (bind != null) {
            settings.put("millrace.bind", bind);
        }
        if (roles != null) {
            settings.put("millrace.roles",
                    roles.stream().map(role -> role.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(",")));
        }
        return settings;
    }

    static void greet(RunningMillrace millrace, PrintWriter out) {
        LocalAddress address = millrace.get(LocalAddress.class);
        out.println();
        out.printf("  Millrace %s listens on %s%n", Release.version(), address.url());
        millrace.settings().publicUrl().ifPresent(url -> out.printf("  Public   %s%n", url));
        out.printf("  Data     %s%n", whereDataIs(millrace));
        if (millrace.settings().has(Role.API)) {
            welcome(millrace.get(FirstAdministrator.class).welcome(), out);
        }
        out.println();
        out.flush();
    }

    private static void welcome(Welcome welcome, PrintWriter out) {
        welcome.signInLink().ifPresent(link -> out.printf(
                "  Sign in  %s%n           (works once, within a day; for another one run 'millrace token link')%n",
                link));
        welcome.apiToken().ifPresent(text -> out
                .printf("  API      %s%n           (the administrator's API token, shown this once)%n", text));
    }

    private static String whereDataIs(RunningMillrace millrace) {
        BackingServices services = millrace.services();
        String database = services.database().jdbcUrl().substring("jdbc:".length());
        return services.embedded().filter(_ -> services.databaseIsEmbedded()).map(EmbeddedServers::isOwner)
                .map(owns -> owns
                        ? "%s, with its own PostgreSQL".formatted(millrace.settings().dataFolder().root())
                        : "%s, joined to the PostgreSQL of another process"
                                .formatted(millrace.settings().dataFolder().root()))
                .orElse(database);
    }
}

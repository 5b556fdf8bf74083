package dev.millrace.cli;

import dev.millrace.access.FirstAdministrator;
import dev.millrace.runtime.CannotStart;
import dev.millrace.runtime.DataFolder;
import dev.millrace.runtime.EmbeddedServers;
import dev.millrace.runtime.Loopback;
import dev.millrace.runtime.Part;
import dev.millrace.runtime.Parts;
import dev.millrace.runtime.RunningMillrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(name = "demo", description = "Try it: a server on a throw-away data folder, with a link that signs you in.")
final class DemoCommand implements Callable<Integer> {
    private static final String FOLDER_PREFIX = "millrace-demo-";
    private static final int USUAL_PORT = 8080;
    private static final Duration LONG_AGO = Duration.ofHours(1);
    private static final List<String> NOT_FOR_A_DEMO = List.of("millrace.database-url", "millrace.redis-url",
            "millrace.reader-password", "millrace.public-url", "millrace.ca-file");

    private final Class<?> application;

    @Option(names = "--port", paramLabel = "N", description = "The port to listen on. Default: 8080, or any free one if that is taken")
    private @Nullable Integer port;

    @Option(names = "--once", description = "End with exit code 0 as soon as everything is healthy.")
    private boolean once;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    DemoCommand(Class<?> application) {
        this.application = application;
    }

    @Override
    public Integer call() throws IOException {
        sweep(Path.of(System.getProperty("java.io.tmpdir")));
        Path folder = Files.createTempDirectory(FOLDER_PREFIX);
        try {
            ServerRun run = new ServerRun(application, spec.commandLine().getErr());
            return run.run(settings(folder), millrace -> {
                greet(millrace, spec.commandLine().getOut());
                if (once) {
                    requireHealthy(millrace);
                    run.stop();
                }
            });
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    /** A demo is always the demo, whatever the person's own installation is told. */
    private Map<String, String> settings(Path folder) {
        Map<String, String> settings = new HashMap<>(Map.of("millrace.data-dir", folder.toString(),
                "millrace.port", Integer.toString(port != null ? port : once ? 0 : Loopback.freePort(USUAL_PORT)),
                "millrace.bind", Loopback.ADDRESS, "millrace.roles", "api,worker,scheduler",
                "millrace.log-format", "text"));
        NOT_FOR_A_DEMO.forEach(name -> settings.put(name, ""));
        List.of("millrace.admin-token", "millrace.secret-key").forEach(name -> settings.put(name, random()));
        return settings;
    }

    private static String random() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static void greet(RunningMillrace millrace, PrintWriter out) {
        out.println();
        out.println("  The Millrace demo is running. Open this link; it signs you in:");
        out.println();
        out.println("      " + millrace.get(FirstAdministrator.class).link());
        out.println();
        out.println("  For commands beside it, such as 'millrace sql' in another terminal:");
        out.println();
        out.println("      export MILLRACE_DATA_DIR=" + millrace.settings().dataFolder().root());
        out.println();
        out.println("  Everything here is thrown away at the end (Ctrl-C).");
        out.println();
        out.flush();
    }

    private static void requireHealthy(RunningMillrace millrace) {
        List<Part> ill = millrace.get(Parts.class).list().stream().filter(part -> part.state() != Part.State.UP)
                .toList();
        if (!ill.isEmpty()) {
            throw CommandFailed.because("Not healthy: "
                    + String.join("; ", ill.stream().map(part -> part.name() + " " + part.detail()).toList()));
        }
    }

    /** Deletes what demos of this user left behind that were killed; one that starts or stops now is not old. */
    static void sweep(Path temporary) {
        try (Stream<Path> folders = Files.list(temporary)) {
            folders.filter(folder -> folder.getFileName().toString().startsWith(FOLDER_PREFIX))
                    .filter(DemoCommand::isLeftBehind)
                    .forEach(DemoCommand::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isLeftBehind(Path folder) {
        try {
            Path secrets = DataFolder.at(folder).secrets();
            return Files.isDirectory(secrets, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(secrets).getName().equals(System.getProperty("user.name"))
                    && Files.getLastModifiedTime(folder).toInstant().isBefore(Instant.now().minus(LONG_AGO))
                    && !EmbeddedServers.isHeld(DataFolder.at(folder));
        } catch (IOException | CannotStart _) {
            return false; // another demo has just deleted it, or it is not to be looked into
        }
    }

    private static void delete(Path folder) {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException _) {
            // It is somebody else's, or in use again; it costs nothing but space.
        }
    }
}

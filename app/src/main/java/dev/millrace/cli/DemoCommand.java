package dev.millrace.cli;

import dev.millrace.access.FirstAdministrator;
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
import java.nio.file.Path;
import java.util.Comparator;
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
        sweep();
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

    private Map<String, String> settings(Path folder) {
        return Map.of("millrace.data-dir", folder.toString(), "millrace.database-url", "", "millrace.redis-url", "",
                "millrace.port", Integer.toString(port != null ? port : once ? 0 : Loopback.freePort(USUAL_PORT)));
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

    /** Deletes what demos left behind that were killed. */
    private static void sweep() {
        try (Stream<Path> folders = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            folders.filter(folder -> folder.getFileName().toString().startsWith(FOLDER_PREFIX))
                    .filter(Files::isWritable)
                    .filter(folder -> Files.isDirectory(folder.resolve("private"))
                            && EmbeddedServers.join(DataFolder.at(folder)).isEmpty())
                    .sorted(Comparator.naturalOrder())
                    .forEach(DemoCommand::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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

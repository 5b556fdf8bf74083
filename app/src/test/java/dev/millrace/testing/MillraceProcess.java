package dev.millrace.testing;

import dev.millrace.Millrace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A Millrace in a process of its own, to be killed. Its start costs seconds: worth it only where one process is not enough. */
public final class MillraceProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Process process;
    private final List<String> out = new CopyOnWriteArrayList<>();
    private final List<String> err = new CopyOnWriteArrayList<>();
    private final List<Thread> readers = new ArrayList<>();

    private MillraceProcess(Process process) {
        this.process = process;
        readers.add(collect(process.getInputStream(), out));
        readers.add(collect(process.getErrorStream(), err));
    }

    public static MillraceProcess start(Map<String, String> environment, Path directory, String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(ProcessHandle.current().info().command().orElseThrow(), "-XX:TieredStopAtLevel=1", "-Xmx512m",
                        "-cp", System.getProperty("java.class.path"), Millrace.class.getName()));
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().keySet()
                .removeIf(name -> name.startsWith("MILLRACE_") || name.equals("JAVA_TOOL_OPTIONS"));
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return new MillraceProcess(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A command that ends by itself. */
    public static MillraceProcess run(Map<String, String> environment, Path directory, String... arguments) {
        MillraceProcess process = start(environment, directory, arguments);
        process.exitCode();
        return process;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The first line of its output that contains the text; waits until there is one. */
    public String awaitLine(String text) {
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50))
                .until(() -> out.stream().anyMatch(line -> line.contains(text)) || !process.isAlive());
        return out.stream().filter(line -> line.contains(text)).findFirst()
                .orElseThrow(
                        () -> new AssertionError("no line with '%s' in:%n%s%n%s".formatted(text, output(), errors())));
    }

    public int exitCode() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("still running:\n" + output() + errors());
            }
            for (Thread reader : readers) {
                reader.join();
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public String output() {
        return String.join("\n", out);
    }

    public String errors() {
        return String.join("\n", err);
    }

    /** Like {@code kill -9}. */
    public void kill() {
        process.destroyForcibly();
        exitCode();
    }

    /** Like Ctrl-C: waits for a polite end. */
    public int stop() {
        process.destroy();
        return exitCode();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            process.destroyForcibly();
        }
    }

    private static Thread collect(InputStream stream, List<String> lines) {
        return Thread.ofVirtual().start(() -> {
            try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                reader.lines().forEach(lines::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (UncheckedIOException _) {
                // the process was killed in the middle of a line
            }
        });
    }
}

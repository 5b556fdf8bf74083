package dev.millrace.bench;

import dev.millrace.runtime.CommandLogging;
import dev.millrace.runtime.DataFolder;
import dev.millrace.runtime.EmbeddedServers;
import dev.millrace.runtime.EmbeddedServers.Needs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.util.FileSystemUtils;

/**
 * How long a second start of {@code serve} takes until it is ready, as people start it (extracted, with an AOT cache).
 *
 * <p>Beside it in the same run: the plain jar without a cache (what we would have otherwise), and the floor: a JVM that
 * does nothing, plus PostgreSQL and Redis alone.
 */
public final class StartupBenchmark {
    private static final int ROUNDS = 7;

    private StartupBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        CommandLogging.setUp();
        Path folder = Files.createTempDirectory("millrace-bench-");
        List<String> launcher = List.of("./millrace", "serve", "--port", "0", "--data-dir", folder.toString());
        List<String> plainJar = List.of(java(), "-jar", "app/target/millrace-exec.jar", "serve", "--port", "0",
                "--data-dir",
                folder.toString());
        untilReady(launcher); // the first start makes the database, and the launcher builds what is missing

        List<Double> quick = new ArrayList<>();
        List<Double> plain = new ArrayList<>();
        List<Double> servers = new ArrayList<>();
        List<Double> bareJvm = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) { // in turns, so that a noisy moment falls on all
            quick.add(untilReady(launcher));
            plain.add(untilReady(plainJar));
            servers.add(serversAlone(folder));
            bareJvm.add(run(java(), "-version"));
        }
        double floor = median(servers) + median(bareJvm);
        System.out.printf("second start of serve, median of %d: %.2f s%n", ROUNDS, median(quick));
        System.out.printf("plain jar, no cache:                 %.2f s   ratio %.2f%n", median(plain),
                median(quick) / median(plain));
        System.out.printf("floor (JVM + PostgreSQL + Redis):    %.2f s   ratio %.2f%n", floor, median(quick) / floor);
        FileSystemUtils.deleteRecursively(folder);
    }

    /** Seconds until the line that says where it listens; then it is ended and waited for. */
    private static double untilReady(List<String> command) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.contains("listens on")) {
                    double seconds = seconds(start);
                    process.destroy();
                    if (!process.waitFor(1, TimeUnit.MINUTES)) {
                        process.destroyForcibly();
                    }
                    return seconds;
                }
            }
        }
        throw new IllegalStateException("it ended before it was ready: " + command);
    }

    private static double serversAlone(Path folder) {
        long start = System.nanoTime();
        EmbeddedServers servers = EmbeddedServers.open(DataFolder.at(folder), Needs.BOTH);
        double seconds = seconds(start);
        servers.close();
        return seconds;
    }

    private static double run(String... command) throws IOException, InterruptedException {
        long start = System.nanoTime();
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start()
                .waitFor();
        return seconds(start);
    }

    private static String java() {
        return ProcessHandle.current().info().command().orElseThrow();
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private static double median(List<Double> samples) {
        return samples.stream().sorted().skip(samples.size() / 2).findFirst().orElseThrow();
    }
}

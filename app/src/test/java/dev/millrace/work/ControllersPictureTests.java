package dev.millrace.work;

import dev.millrace.work.Chart.Line;
import dev.millrace.work.Chart.Panel;
import dev.millrace.work.ClaimRun.Claimer;
import dev.millrace.work.IngestRun.Batcher;
import dev.millrace.work.Simulation.Limiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The picture in the documents is drawn from the code that runs. */
class ControllersPictureTests {
    private static final long SEED = 1;

    @Test
    void thePictureInTheDocumentsIsTheOneThatTheControllersGive() throws IOException {
        Path file = Path.of("..", "docs", "images", "controllers.svg");
        String picture = Chart.of("How the controllers follow what changes around them",
                List.of(concurrency(), claimSize(), ingest()));
        if (Boolean.getBoolean("update-docs")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, picture);
        }

        assertThat(file).as("run: mvn test -pl app -Dtest=ControllersPictureTests -Dupdate-docs=true")
                .hasContent(picture);
    }

    private static Panel concurrency() {
        DoubleUnaryOperator capacity = second -> second >= 200 && second < 350 ? 80 : 300;
        return new Panel("Calls at once, to a service whose hidden capacity falls and returns", "seconds", 64, List.of(
                new Line("ours", "Millrace", limits(Limiters.ours(Runs.WORK), capacity)),
                new Line("naive", "doubling and halving",
                        limits(Limiters.doublingAndHalving(Runs.WORK, Duration.ofMillis(300)), capacity)),
                new Line("ideal", "what the service can take",
                        IntStream.range(0, 600).mapToObj(second -> capacity.applyAsDouble(second) / 10).toList())));
    }

    private static List<Double> limits(Limiter limiter, DoubleUnaryOperator capacity) {
        return new Simulation(Services.rateLimited(capacity, 0.1, Duration.ofSeconds(1), new Random(SEED)), limiter,
                new ProviderDelay()).run(600).stream().map(second -> (double) second.limit()).toList();
    }

    private static Panel claimSize() {
        return new Panel("Items claimed for a slice of 5 s, when an item takes 10 ms, then 100 ms, then 10 ms",
                "slices",
                1000, List.of(
                        new Line("ours", "Millrace", claims(ClaimRun.ours())),
                        new Line("naive", "doubling and halving", claims(ClaimRun.doublingAndHalving())),
                        new Line("ideal", "what would fill the slice",
                                IntStream.range(0, 120).mapToObj(slice -> 5 / itemSeconds(slice)).toList())));
    }

    private static List<Double> claims(Claimer claimer) {
        return ClaimRun.of(claimer, 120, ControllersPictureTests::itemSeconds, new Random(SEED)).stream()
                .map(slice -> (double) slice.claimed()).toList();
    }

    private static double itemSeconds(int slice) {
        return slice >= 40 && slice < 80 ? 0.1 : 0.01;
    }

    private static Panel ingest() {
        return new Panel("Rows written in a batch, when the database becomes three times slower and recovers",
                "batches",
                4000, List.of(
                        new Line("ours", "Millrace", rows(IngestRun.ours())),
                        new Line("naive", "doubling and halving", rows(IngestRun.doublingAndHalving())),
                        new Line("ideal", "what takes 20 ms",
                                IntStream.range(0, 1000).mapToObj(i -> 17_000 / rowMicros(i)).toList())));
    }

    private static List<Double> rows(Batcher batcher) {
        return IngestRun.of(batcher, 1000, ControllersPictureTests::rowMicros, new Random(SEED)).stream()
                .map(batch -> (double) batch.rows()).toList();
    }

    private static double rowMicros(int batch) {
        return batch >= 300 && batch < 600 ? 30 : 10;
    }
}

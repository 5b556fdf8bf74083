package dev.millrace.work;

import dev.millrace.work.IngestBatch.Written;
import dev.millrace.work.IngestRun.Batch;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class IngestBatchTests {
    private static final Duration QUICK = Duration.ofMillis(5);
    private static final Duration SLOW = Duration.ofMillis(30);

    private final IngestBatch batch = new IngestBatch(Runs.INGEST);

    @Test
    void itDoublesFromTheSmallestToTheLargest() {
        assertThat(IntStream.range(0, 10).map(_ -> rowsThenWrite(QUICK)))
                .containsExactly(64, 128, 256, 512, 1024, 2048, 4096, 8192, 10000, 10000);
    }

    @Test
    void oneSlowBatchIsToleratedAtTheStartAndTwoEndTheDoubling() {
        assertThat(List.of(rowsThenWrite(SLOW), rowsThenWrite(QUICK), rowsThenWrite(QUICK), rowsThenWrite(SLOW),
                rowsThenWrite(SLOW), rowsThenWrite(QUICK), rowsThenWrite(QUICK)))
                .containsExactly(64, 64, 128, 256, 256, 128, 128);
    }

    @Test
    void afterThatItGrowsByALittleOnceInTenBatches() {
        write(SLOW);
        write(SLOW);

        assertThat(IntStream.range(0, 31).map(_ -> rowsThenWrite(QUICK)).distinct()).containsExactly(64, 128, 192, 256);
    }

    @Test
    void waitingForAConnectionShrinksIt() {
        IntStream.range(0, 9).forEach(_ -> write(QUICK));
        IntStream.range(0, 10)
                .forEach(_ -> batch.observe(new Written(10000, 100_000, QUICK, Duration.ofMillis(2))));

        assertThat(batch.rows()).isEqualTo(8000);
    }

    @Test
    void aFailureShrinksItHardAndTheWaitGrows() {
        IntStream.range(0, 9).forEach(_ -> write(QUICK));
        Random random = new Random(1);

        assertThat(batch.failed(random)).isLessThanOrEqualTo(IngestBatch.FIRST_BACKOFF);
        assertThat(batch.rows()).isEqualTo(2500);
        assertThat(IntStream.range(0, 200).mapToObj(_ -> batch.failed(random)))
                .allMatch(wait -> wait.compareTo(IngestBatch.LONGEST_BACKOFF) <= 0)
                .anyMatch(wait -> wait.compareTo(Duration.ofSeconds(25)) > 0);
        assertThat(batch.rows()).isEqualTo(64);
        write(QUICK);
        assertThat(batch.failed(random)).isLessThanOrEqualTo(IngestBatch.FIRST_BACKOFF);
    }

    @Test
    void aRunOfWideRowsEndsABatchEarly() {
        IntStream.range(0, 4).forEach(_ -> write(QUICK));

        assertThat(batch.isFull(0, 0, 100_000_000)).as("a huge row goes alone").isFalse();
        assertThat(batch.isFull(1, 100, 100_000_000)).isTrue();
        assertThat(batch.isFull(1023, 1023 * 10L, 10)).isFalse();
        assertThat(batch.isFull(1024, 1024 * 10L, 10)).isTrue();
    }

    @Test
    void rowsThatNeverFillItDoNotMakeItGrow() {
        for (int i = 0; i < 100; i++) {
            batch.observe(new Written(10, 8 << 20, QUICK, Duration.ZERO));
        }

        assertThat(batch.rows()).isEqualTo(64);
        assertThat(batch.bytes()).isEqualTo(8 << 20);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void itFollowsADatabaseThatBecomesSlowAndQuickAgainAndIsCalmBetween(long seed) {
        List<Batch> ours = steps(IngestRun.ours(), seed);
        List<Batch> naive = steps(IngestRun.doublingAndHalving(), seed);

        assertThat(List.of(ours.subList(100, 400), ours.subList(500, 800), ours.subList(1100, 1400)))
                .allSatisfy(calm -> assertThat(median(calm)).isBetween(12.0, 22.0));
        assertThat(Runs.turns(ours, Batch::rows)).isLessThan(40).isLessThan(Runs.turns(naive, Batch::rows) / 10);
    }

    @Test
    void whateverHappensItStaysWithinItsBounds() {
        Random random = new Random(1);
        for (int i = 0; i < 50_000; i++) {
            if (random.nextInt(20) == 0) {
                assertThat(batch.failed(random)).isBetween(Duration.ZERO, IngestBatch.LONGEST_BACKOFF);
            } else {
                batch.observe(new Written(random.nextInt(20_000), random.nextInt(100_000_000),
                        Duration.ofMillis(random.nextInt(60)), Duration.ofMillis(random.nextInt(3))));
            }
            assertThat(batch.rows()).isBetween(64, 10_000);
            assertThat(batch.bytes()).isBetween(64L * 1024, 8L << 20);
        }
    }

    private static List<Batch> steps(IngestRun.Batcher batcher, long seed) {
        return IngestRun.of(batcher, 1400, i -> i < 400 || i >= 800 ? 10 : 30, new Random(seed));
    }

    private static double median(List<Batch> run) {
        return run.stream().mapToDouble(Batch::millis).sorted().skip(run.size() / 2).findFirst().orElseThrow();
    }

    private int rowsThenWrite(Duration took) {
        int rows = batch.rows();
        write(took);
        return rows;
    }

    private void write(Duration took) {
        batch.observe(new Written(batch.rows(), batch.rows() * 10L, took, Duration.ZERO));
    }
}

package dev.millrace.work;

import dev.millrace.work.IngestBatch.Written;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;

/** Batches into a database: a fixed cost each, a cost per row, noise, and now and then a checkpoint. */
final class IngestRun {
    static final int ROW_BYTES = 200;
    private static final double COMMIT_MILLIS = 3;

    /** How many rows, decided by whatever is being tried. */
    interface Batcher {
        int rows();

        void observe(Written written);
    }

    record Batch(int rows, double millis) {}

    private IngestRun() {}

    static Batcher ours() {
        IngestBatch batch = new IngestBatch(Runs.INGEST);
        return new Batcher() {
            @Override
            public int rows() {
                return (int) Math.min(batch.rows(), batch.bytes() / ROW_BYTES);
            }

            @Override
            public void observe(Written written) {
                batch.observe(written);
            }
        };
    }

    /** Doubles after each quick batch, halves after each slow one. */
    static Batcher doublingAndHalving() {
        return new Batcher() {
            private int rows = Runs.INGEST.minRows();

            @Override
            public int rows() {
                return rows;
            }

            @Override
            public void observe(Written written) {
                boolean slow = written.took().compareTo(Runs.INGEST.dbP50()) > 0;
                rows = Math.clamp(slow ? rows / 2 : rows * 2L, Runs.INGEST.minRows(), Runs.INGEST.maxRows());
            }
        };
    }

    /** @param rowMicros the time of a row, by the number of the batch */
    static List<Batch> of(Batcher batcher, int batches, IntToDoubleFunction rowMicros, RandomGenerator random) {
        List<Batch> run = new ArrayList<>();
        for (int i = 0; i < batches; i++) {
            int rows = batcher.rows();
            double checkpoint = random.nextInt(50) == 0 ? 4 : 1;
            double millis = checkpoint
                    * Simulation.around(COMMIT_MILLIS + rows * rowMicros.applyAsDouble(i) / 1000, random);
            batcher.observe(new Written(rows, (long) rows * ROW_BYTES, Duration.ofNanos((long) (millis * 1e6)),
                    Duration.ZERO));
            run.add(new Batch(rows, millis));
        }
        return run;
    }
}

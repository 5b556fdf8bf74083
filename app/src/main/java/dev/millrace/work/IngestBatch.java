package dev.millrace.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * How much to write in one batch. It doubles from the smallest until the database takes too long or the pool lets us wait;
 * from then on it is judged once in ten batches, grows by a little and shrinks in proportion. One owner; not safe for
 * threads.
 */
public final class IngestBatch {
    static final int SAMPLES = 10;
    static final int STEP_ROWS = 64;
    static final int FAILURE_DIVISOR = 4;
    static final Duration FIRST_BACKOFF = Duration.ofMillis(200);
    static final Duration LONGEST_BACKOFF = Duration.ofSeconds(30);
    /** Taking a free connection takes some time too; only from here on it is waiting. */
    static final Duration WAITED = Duration.ofMillis(1);
    static final int WAITS_TOLERATED = 2;
    /** One slow batch proves nothing: the first one is slow because everything is cold. */
    private static final int TRIPS = 2;
    /** The median of ten batches is not known better than this; to follow it closer is to follow chance. */
    private static final double NOISE = 0.1;
    private static final long LEAST_BYTES = 64 * 1024;

    /**
     * One batch that was written.
     *
     * @param took from its first byte to the end of its commit
     * @param poolWait how long it waited for a connection before that
     */
    public record Written(int rows, long bytes, Duration took, Duration poolWait) {
        boolean waited() {
            return poolWait.compareTo(WAITED) > 0;
        }
    }

    private final IngestSettings settings;
    private final List<Written> seen = new ArrayList<>(SAMPLES);
    private final Average rowBytes = new Average(0.2);
    private int rows;
    private boolean slowStart = true;
    private int trips;
    private int failures;

    public IngestBatch(IngestSettings settings) {
        this.settings = settings;
        this.rows = settings.minRows();
    }

    /** The rows of the next batch. */
    public int rows() {
        return rows;
    }

    /** The bytes of the next batch: twice the usual, so that a run of wide rows ends it before its time does. */
    public long bytes() {
        long most = settings.maxBatchBytes().toBytes();
        long usual = (long) (2 * rows * rowBytes.or((double) most));
        return Math.clamp(usual, Math.min(LEAST_BYTES, most), most);
    }

    /** Whether a batch should be written before one more row of the given size is added to it. */
    public boolean isFull(int batchRows, long batchBytes, long rowBytes) {
        return batchRows > 0 && (batchRows >= rows || batchBytes + rowBytes > bytes());
    }

    public void observe(Written written) {
        failures = 0;
        rowBytes.add((double) written.bytes() / Math.max(1, written.rows()));
        if (slowStart) {
            start(written);
        } else {
            seen.add(written);
            if (seen.size() >= SAMPLES) {
                adjust();
                seen.clear();
            }
        }
    }

    /** Shrinks hard after a batch that failed for reasons of the database, and says how long to wait before the next. */
    public Duration failed(RandomGenerator random) {
        slowStart = false;
        seen.clear();
        resize(rows / FAILURE_DIVISOR);
        long span = FIRST_BACKOFF.toMillis() << Math.min(failures++, 30);
        return Duration.ofMillis((long) (random.nextDouble() * Math.min(span, LONGEST_BACKOFF.toMillis())));
    }

    private void start(Written written) {
        if (written.waited() || written.took().compareTo(settings.dbP50()) > 0) {
            if (++trips >= TRIPS) {
                slowStart = false;
                resize(rows / 2);
            }
        } else {
            trips = 0;
            // The last batch of a file is a small one, and says nothing about a larger one.
            if (isWhole(written.rows())) {
                resize(2 * rows);
                slowStart = rows < settings.maxRows();
            }
        }
    }

    private void adjust() {
        double load = load();
        if (load > 1 + NOISE) {
            resize((int) (rows * Math.clamp(1 / load, 0.5, 0.9)));
        } else if (waits() > WAITS_TOLERATED) {
            resize((int) (rows * 0.8));
        } else if (load * (rows + STEP_ROWS) / rows < 1 - NOISE && isWhole(quantile(0.5, Written::rows))) {
            resize(rows + STEP_ROWS);
        }
    }

    /** How much of the time allowed was used, the typical or the worst case, whichever is more; above 1 is too much. */
    private double load() {
        double typical = quantile(0.5, Written::took).toNanos() / (double) settings.dbP50().toNanos();
        // Of ten the second slowest: a single checkpoint is no reason to shrink.
        double worst = quantile(0.9, Written::took).toNanos() / (double) settings.dbP95().toNanos();
        return Math.max(typical, worst);
    }

    private long waits() {
        return seen.stream().filter(Written::waited).count();
    }

    private <T extends Comparable<T>> T quantile(double share, Function<Written, T> value) {
        List<T> sorted = seen.stream().map(value).sorted(Comparator.naturalOrder()).toList();
        return sorted.get((int) (share * (sorted.size() - 1)));
    }

    /** Whether the rows were what ended the batch; more of them would be of use only then. */
    private boolean isWhole(int writtenRows) {
        return writtenRows >= 0.9 * rows;
    }

    private void resize(int wanted) {
        rows = Math.clamp(wanted, settings.minRows(), settings.maxRows());
    }
}

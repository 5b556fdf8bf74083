package dev.millrace.work;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * How long the items of one processor and provider take lately, and how often they fail. Only answers count for the times;
 * a refusal in a millisecond would make slow items look quick. Safe for threads.
 */
final class ItemTimes {
    static final int WINDOW = 512;
    private static final double MEAN_WEIGHT = 0.05;

    private final long[] nanos = new long[WINDOW];
    private final Average mean = new Average(MEAN_WEIGHT);
    private final Share errors = new Share();
    private final Share strain = new Share();
    private final Share throttled = new Share();
    private final Share notFound = new Share();
    private long answers;

    synchronized void observe(Sample sample) {
        errors.add(!sample.isAnswer());
        strain.add(sample.isStrain());
        throttled.add(sample.is(FailureClass.RATE_LIMITED));
        notFound.add(sample.is(FailureClass.NOT_FOUND));
        if (sample.isAnswer()) {
            long time = sample.took().toNanos();
            nanos[(int) (answers++ % WINDOW)] = time;
            mean.add((double) time);
        }
    }

    /** A moving average; empty until something was answered. */
    synchronized Optional<Duration> mean() {
        return mean.isKnown() ? Optional.of(Duration.ofNanos((long) mean.or(0))) : Optional.empty();
    }

    /** The time that this share of all answers in the window stayed within; empty until something was answered. */
    Optional<Duration> quantile(double share) {
        return quantile(share, WINDOW);
    }

    /** The same of the newest answers only, which follows a change sooner and is less sure of rare cases. */
    synchronized Optional<Duration> quantile(double share, int newest) {
        if (share < 0 || share > 1) {
            throw new IllegalArgumentException("a quantile lies between 0 and 1, not at " + share);
        }
        long[] sorted = newest((int) Math.min(answers, Math.min(newest, WINDOW)));
        return sorted.length == 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(sorted[(int) Math.ceil(share * (sorted.length - 1))]));
    }

    private long[] newest(int count) {
        return LongStream.range(answers - count, answers).map(n -> nanos[(int) (n % WINDOW)]).sorted().toArray();
    }

    synchronized double errorRate() {
        return errors.value();
    }

    /** The errors that say that somebody is overloaded, as a share of all tries. */
    synchronized double strain() {
        return strain.value();
    }

    synchronized double throttleRate() {
        return throttled.value();
    }

    synchronized double notFoundRate() {
        return notFound.value();
    }
}

package dev.millrace.runtime;

import java.util.concurrent.atomic.AtomicLong;

/** An average that forgets: each new sample counts for a tenth. Safe to feed from many threads. */
final class MovingAverage {
    private static final double WEIGHT = 0.1;
    private static final long NONE = Double.doubleToLongBits(Double.NaN);

    private final AtomicLong bits = new AtomicLong(NONE);

    void add(double sample) {
        bits.updateAndGet(old -> {
            double average = Double.longBitsToDouble(old);
            return Double.doubleToLongBits(Double.isNaN(average) ? sample : average + WEIGHT * (sample - average));
        });
    }

    /** Not a number until there is a sample: unknown is not zero. */
    double value() {
        return Double.longBitsToDouble(bits.get());
    }
}

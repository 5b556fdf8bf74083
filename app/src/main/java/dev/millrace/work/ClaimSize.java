package dev.millrace.work;

import java.time.Duration;

/**
 * How many items to claim for the next slice: as many as fit into it if all of them are slow ones. Safe for threads.
 *
 * <p>It at most doubles and at most halves from slice to slice. Doubling reaches the largest claim from the smallest in ten
 * slices, and those are short as long as the claims are small. Falling no faster is safe, since a slice ends on time and
 * hands back what it did not reach; so a few slow items among quick ones cost little. Changes of less than a fifth are left
 * alone: they are noise.
 */
final class ClaimSize {
    /** High, so that slow items fit; not the highest, since an outlier is not what a whole claim is made of. */
    static final double QUANTILE = 0.9;
    /** Few, so that a change of pace shows after a slice or two, also when slices are small. */
    static final int NEWEST = 128;
    private static final double MOST_CHANGE = 2;
    private static final double NOISE = 0.2;

    private final Duration slice;
    private final double safetyFactor;
    private final int min;
    private final int max;
    private int size;

    ClaimSize(WorkSettings settings) {
        this.slice = settings.targetSlice();
        this.safetyFactor = settings.safetyFactor();
        this.min = settings.claimMin();
        this.max = settings.claimMax();
        this.size = min;
    }

    /**
     * @param atOnce how many items run at once within the slice
     * @param share how much of the usual to claim, see {@link Pressure#share}
     */
    synchronized int next(ItemTimes times, int atOnce, double share) {
        times.quantile(QUANTILE, NEWEST).map(time -> fitting(time) * atOnce * share).ifPresent(this::approach);
        return size;
    }

    private double fitting(Duration time) {
        return (double) slice.toNanos() / Math.max(1, time.toNanos()) * safetyFactor;
    }

    private void approach(double wanted) {
        double target = Math.clamp(wanted, min, max);
        if (Math.abs(target - size) > NOISE * size) {
            size = (int) Math.clamp(Math.clamp(target, size / MOST_CHANGE, size * MOST_CHANGE), min, max);
        }
    }
}

package dev.millrace.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;

/** Slices of work, one after the other: what was claimed, and how long it took. */
final class ClaimRun {
    /** How much to claim, decided by whatever is being tried. */
    interface Claimer {
        int next(ItemTimes times, double lastSliceSeconds);
    }

    /**
     * @param claimed how many items
     * @param seconds how long all of them took
     */
    record Slice(int claimed, double seconds) {}

    private ClaimRun() {}

    static Claimer ours() {
        ClaimSize size = new ClaimSize(Runs.WORK);
        return (times, _) -> size.next(times, 1, 1);
    }

    /** Doubles when there was time left, halves when there was not. */
    static Claimer doublingAndHalving() {
        return new Claimer() {
            private int size = Runs.WORK.claimMin();

            @Override
            public int next(ItemTimes times, double lastSliceSeconds) {
                boolean tooLong = lastSliceSeconds > Runs.WORK.targetSlice().toMillis() / 1000.0;
                size = Math.clamp(tooLong ? size / 2 : size * 2L, Runs.WORK.claimMin(), Runs.WORK.claimMax());
                return size;
            }
        };
    }

    /** @param itemSeconds the mean time of an item, by the number of the slice */
    static List<Slice> of(Claimer claimer, int slices, IntToDoubleFunction itemSeconds, RandomGenerator random) {
        ItemTimes times = new ItemTimes();
        List<Slice> run = new ArrayList<>();
        double last = 0;
        for (int slice = 0; slice < slices; slice++) {
            int claimed = claimer.next(times, last);
            last = 0;
            for (int item = 0; item < claimed; item++) {
                double took = Simulation.around(itemSeconds.applyAsDouble(slice), random);
                times.observe(Runs.answered(Duration.ofNanos((long) (took * 1e9))));
                last += took;
            }
            run.add(new Slice(claimed, last));
        }
        return run;
    }
}

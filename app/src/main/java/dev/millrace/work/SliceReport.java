package dev.millrace.work;

/**
 * What a slice achieved.
 *
 * @param claimed rows that were claimed
 * @param done rows that are done
 * @param again rows that failed and are due again later
 * @param parked rows that failed for good
 * @param lost rows whose outcome was not stored, because the claim was no longer held
 */
public record SliceReport(int claimed, int done, int again, int parked, int lost) {
    public static final SliceReport NOTHING = new SliceReport(0, 0, 0, 0, 0);

    public SliceReport plus(SliceReport other) {
        return new SliceReport(claimed + other.claimed, done + other.done, again + other.again, parked + other.parked,
                lost + other.lost);
    }
}

package dev.millrace.work;

import java.time.Duration;

/** What became of one row, for the ledger to store. */
public sealed interface Settled<W extends Work, R> {
    W row();

    /** It is done. */
    record Done<W extends Work, R>(W row, R result) implements Settled<W, R> {}

    /**
     * It failed and is due again after the delay, by the database's clock.
     *
     * @param attempts the tries that count, this one included if it does
     */
    record Again<W extends Work, R>(W row, Failure failure, Attempts attempts,
            Duration delay) implements Settled<W, R> {}

    /** It failed for good; a person may have a look. */
    record Parked<W extends Work, R>(W row, Failure failure, Attempts attempts) implements Settled<W, R> {}
}

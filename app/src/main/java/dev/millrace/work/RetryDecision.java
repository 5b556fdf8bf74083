package dev.millrace.work;

import java.time.Instant;

/** What becomes of an item whose try failed. */
sealed interface RetryDecision {
    /** The tries to store with the item, this one included if it counts. */
    Attempts attempts();

    /** Try again, not before the given moment. */
    record Retry(Instant at, Attempts attempts) implements RetryDecision {
        int strategy() {
            return attempts.strategy();
        }
    }

    /** The failure is the item's result. */
    record Final(Attempts attempts) implements RetryDecision {}
}

package dev.millrace.work;

import java.util.List;

/**
 * Does the work of one kind. It runs outside any transaction, may run twice for the same row, and must not mind.
 *
 * @param <W> a row of work
 * @param <R> what is made of it
 */
public interface Handler<W extends Work, R> {
    /** As in {@link Lot#kind}. */
    String kind();

    /** The host that this row asks, by which calls are spaced; empty for work that asks nobody. */
    default String provider(W row) {
        return "";
    }

    /** How many rows are best handled by one call. */
    default int groupSize() {
        return 1;
    }

    /** Answers one outcome per row, in their order. What is thrown counts for all rows of the call. */
    List<Outcome<R>> handle(List<W> rows);
}

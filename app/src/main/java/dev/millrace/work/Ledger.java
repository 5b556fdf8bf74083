package dev.millrace.work;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A table of work in PostgreSQL, as the engine uses it. A new kind of work is a new ledger and a handler, never a new loop.
 *
 * <p>The promises below are tested for every ledger by one suite ({@code LedgerContract}).
 *
 * @param <W> a row of work, as claimed
 * @param <R> what a handler makes of it
 */
public interface Ledger<W extends Work, R> {
    /** As in {@code claim.ledger}. */
    String name();

    /** Lots with work that is due now; at most {@code limit}, those that waited longest first. */
    List<Lot> lotsWithWork(int limit);

    /**
     * Claims up to {@code limit} due rows of a lot for {@code owner}; no row goes to two workers. One statement, which also
     * makes the claim's own row. Empty if nothing is due, or others are claiming all of it right now.
     */
    Optional<Batch<W>> claim(Lot lot, UUID owner, int limit, Duration lease);

    /**
     * Stores what became of rows that are still held under the claim, and nothing for the others.
     *
     * @return the ids of those that were still held; fewer than given means that the claim expired and somebody else has them
     */
    Set<Long> settle(long claimId, List<Settled<W, R>> settled);

    /** Makes the rows that are still held under the claim due again, as if they had never been claimed. */
    int handBack(long claimId);

    /**
     * The same for a claim whose holder is silent: counts a failed try for each row, because one of them may be what ends its
     * workers, and parks those that have used up {@code mostErrors}.
     */
    int takeOver(long claimId, int mostErrors);
}

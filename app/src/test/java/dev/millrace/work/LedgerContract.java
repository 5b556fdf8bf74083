package dev.millrace.work;

import dev.millrace.testing.Database;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

import static dev.millrace.testing.Database.elsewhere;
import static org.assertj.core.api.Assertions.assertThat;

/** What every ledger promises the engine. A ledger adds its own table and rows, and gets these tests. */
abstract class LedgerContract<W extends Work, R> {
    static final UUID ANN = new UUID(1, 1);
    static final UUID BOB = new UUID(2, 2);
    static final Duration LEASE = Duration.ofMinutes(1);

    abstract Database database();

    abstract Ledger<W, R> ledger();

    /** Adds so many rows to a lot that no other test uses. */
    abstract Lot lotWith(int rows);

    abstract R someResult();

    /** The status of every row of the lot, in the order of their ids. */
    abstract List<String> statuses(Lot lot);

    private Claims claims() {
        return new Claims(new ClaimStore(database().jdbc()), database().transaction());
    }

    @Test
    void aClaimTakesTheOldestRowsUpToItsLimit() {
        Lot lot = lotWith(5);

        Batch<W> batch = claim(lot, ANN, 3).orElseThrow();

        assertThat(batch.rows()).hasSize(3).extracting(Work::id).isSorted();
        assertThat(statuses(lot)).containsExactly("PROCESSING", "PROCESSING", "PROCESSING", "PENDING", "PENDING");
    }

    @Test
    void aClaimOfNothingLeavesNoTrace() {
        Lot lot = lotWith(0);
        long before = claimRows();

        assertThat(claim(lot, ANN, 3)).isEmpty();
        assertThat(claimRows()).isEqualTo(before);
    }

    @Test
    void aClaimSkipsWhatAnotherWorkerIsStillClaiming() {
        Lot lot = lotWith(2);

        database().inTransaction(() -> {
            long anns = claim(lot, ANN, 1).orElseThrow().rows().getFirst().id(); // not committed yet
            Batch<W> bobs = elsewhere(() -> claim(lot, BOB, 2)).orElseThrow();
            assertThat(bobs.rows()).singleElement().extracting(Work::id).isNotEqualTo(anns);
        });
    }

    @Test
    void manyWorkersShareTheRowsAndNoneIsClaimedTwice() throws Exception {
        Lot lot = lotWith(300);
        List<Callable<List<Long>>> workers = IntStream.range(0, 6)
                .<Callable<List<Long>>>mapToObj(_ -> () -> claimAll(lot)).toList();

        Set<Long> seen = new HashSet<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<List<Long>> worker : threads.invokeAll(workers)) {
                assertThat(worker.get()).allSatisfy(id -> assertThat(seen.add(id)).isTrue());
            }
        }

        assertThat(seen).hasSize(300);
    }

    /** A locking subquery that the planner runs again takes more than its limit; so the limit is tried under hostile plans. */
    @ParameterizedTest
    @ValueSource(strings = {"enable_hashjoin", "enable_mergejoin", "enable_nestloop", "enable_indexscan",
            "enable_seqscan", "enable_sort", "enable_material"})
    void noPlanMakesAClaimOvershoot(String method) {
        Lot lot = lotWith(200);

        database().inTransaction(() -> {
            database().jdbc().sql("set local %s = off".formatted(method)).update();
            assertThat(claim(lot, ANN, 5).orElseThrow().rows()).hasSize(5);
        });
    }

    @Test
    void settlingNeedsNoScanEvenWithStaleStatistics() {
        Lot lot = lotWith(500);
        JdbcClient jdbc = database().jdbc();
        jdbc.sql("analyze").update(); // now the planner believes that no row is being processed
        Batch<W> batch = claim(lot, ANN, 100).orElseThrow();
        long scansBefore = sequentialScans(jdbc);

        settleDone(batch);

        assertThat(sequentialScans(jdbc)).isEqualTo(scansBefore);
    }

    @Test
    void whatIsSettledIsStored() {
        Lot lot = lotWith(2);
        Batch<W> batch = claim(lot, ANN, 2).orElseThrow();
        W first = batch.rows().get(0);
        W second = batch.rows().get(1);
        Failure failure = Failure.of(FailureClass.INVALID, "It cannot be read.");

        Set<Long> stored = ledger().settle(batch.claimId(), List.of(new Settled.Done<>(first, someResult()),
                new Settled.Parked<>(second, failure, new Attempts(1, 0))));

        assertThat(stored).containsExactlyInAnyOrder(first.id(), second.id());
        assertThat(statuses(lot)).containsExactly("DONE", "ERROR");
    }

    @Test
    void aRowThatIsTriedAgainIsNotDueBeforeItsTime() {
        Lot lot = lotWith(1);
        Batch<W> batch = claim(lot, ANN, 1).orElseThrow();
        Failure failure = Failure.of(FailureClass.TRANSIENT, "The line broke.");

        ledger().settle(batch.claimId(), List.of(new Settled.Again<>(batch.rows().getFirst(), failure,
                new Attempts(1, 0), Duration.ofHours(1))));

        assertThat(statuses(lot)).containsExactly("PENDING");
        assertThat(claim(lot, BOB, 1)).isEmpty();
        assertThat(ledger().lotsWithWork(1000)).extracting(Lot::id).doesNotContain(lot.id());
    }

    @Test
    void aRowThatIsTriedAgainKeepsItsAttempts() {
        Lot lot = lotWith(1);
        Batch<W> batch = claim(lot, ANN, 1).orElseThrow();
        Failure failure = Failure.of(FailureClass.TRANSIENT, "The line broke.");

        ledger().settle(batch.claimId(), List.of(new Settled.Again<>(batch.rows().getFirst(), failure,
                new Attempts(2, 1), Duration.ZERO)));

        assertThat(claim(lot, BOB, 1).orElseThrow().rows().getFirst().attempts()).isEqualTo(new Attempts(2, 1));
    }

    @Test
    void aWorkerThatLostItsClaimSettlesNothing() {
        Lot lot = lotWith(1);
        Batch<W> anns = claim(lot, ANN, 1).orElseThrow();
        expire(anns.claimId());
        claims().endExpired(ledger().name(), claim -> ledger().takeOver(claim, 5));
        Batch<W> bobs = claim(lot, BOB, 1).orElseThrow();

        assertThat(settleDone(anns)).isEmpty();
        assertThat(statuses(lot)).containsExactly("PROCESSING");
        assertThat(settleDone(bobs)).hasSize(1);
    }

    @Test
    void aClaimThatIsStillHeldIsNotTakenOver() {
        Lot lot = lotWith(1);
        assertThat(claim(lot, ANN, 1)).isPresent();

        assertThat(claims().endExpired(ledger().name(), claim -> ledger().takeOver(claim, 5))).isEmpty();
        assertThat(statuses(lot)).containsExactly("PROCESSING");
    }

    @Test
    void aClaimThatIsBeingTakenOverCannotBeRenewed() {
        Lot lot = lotWith(1);
        Batch<W> batch = claim(lot, ANN, 1).orElseThrow();
        expire(batch.claimId());
        ClaimStore store = new ClaimStore(database().jdbc());

        claims().endExpired(ledger().name(), claim -> ledger().takeOver(claim, 5));

        assertThat(store.renew(batch.claimId(), LEASE)).isFalse();
    }

    @Test
    void aTakeoverCountsAsAFailedTryAndEndsInTheOpen() {
        Lot lot = lotWith(1);
        for (int crash = 1; crash <= 3; crash++) {
            Batch<W> batch = claim(lot, ANN, 1).orElseThrow();
            assertThat(batch.rows().getFirst().attempts().errors()).isEqualTo(crash - 1);
            expire(batch.claimId());
            claims().endExpired(ledger().name(), claim -> ledger().takeOver(claim, 3));
        }

        assertThat(statuses(lot)).containsExactly("ERROR");
        assertThat(claim(lot, BOB, 1)).isEmpty();
    }

    @Test
    void whatIsHandedBackIsDueAtOnceAndUnblamed() {
        Lot lot = lotWith(2);
        Batch<W> batch = claim(lot, ANN, 2).orElseThrow();
        ledger().settle(batch.claimId(), List.of(new Settled.Done<>(batch.rows().getFirst(), someResult())));

        claims().end(batch.claimId(), ledger()::handBack);

        assertThat(statuses(lot)).containsExactly("DONE", "PENDING");
        assertThat(claim(lot, BOB, 2).orElseThrow().rows()).singleElement()
                .satisfies(row -> assertThat(row.attempts()).isEqualTo(Attempts.NONE));
    }

    @Test
    void aLotWithoutDueWorkIsNotOffered() {
        Lot idle = lotWith(1);
        Lot busy = lotWith(2);
        settleDone(claim(idle, ANN, 1).orElseThrow());

        assertThat(ledger().lotsWithWork(1000)).extracting(Lot::id).contains(busy.id()).doesNotContain(idle.id());
    }

    Optional<Batch<W>> claim(Lot lot, UUID owner, int limit) {
        return ledger().claim(lot, owner, limit, LEASE);
    }

    private List<Long> claimAll(Lot lot) {
        List<Long> ids = new java.util.ArrayList<>();
        for (Optional<Batch<W>> batch = claim(lot, UUID.randomUUID(), 7); batch
                .isPresent(); batch = claim(lot, UUID.randomUUID(), 7)) {
            batch.get().rows().forEach(row -> ids.add(row.id()));
        }
        return ids;
    }

    private Set<Long> settleDone(Batch<W> batch) {
        return ledger().settle(batch.claimId(),
                batch.rows().stream().<Settled<W, R>>map(row -> new Settled.Done<>(row, someResult())).toList());
    }

    private void expire(long claimId) {
        database().jdbc().sql("update millrace_ops.claim set expires_at = now() - interval '1 second' where id = :id")
                .param("id", claimId).update();
    }

    private long claimRows() {
        return database().jdbc().sql("select count(*) from millrace_ops.claim").query((row, _) -> row.getLong(1))
                .single();
    }

    /** Scans of the ledger's whole table so far, as PostgreSQL counts them. */
    private long sequentialScans(JdbcClient jdbc) {
        jdbc.sql("select pg_stat_force_next_flush()").query((_, _) -> "").list();
        return jdbc.sql("select coalesce(sum(seq_scan), 0) from pg_stat_all_tables where relname = :name")
                .param("name", ledger().name())
                .query((row, _) -> row.getLong(1)).single();
    }
}

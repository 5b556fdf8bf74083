package dev.millrace.work;

import dev.millrace.testing.Database;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** The loop, on the small ledger: nothing in it knows what kind of work it does. */
class WorkLoopTests {
    @RegisterExtension
    static final Database DATABASE = new Database();
    private static final AtomicLong LOTS = new AtomicLong();
    private static final WorkSettings SETTINGS = settings(1);
    private static final WorkSettings TEN_AT_ONCE = settings(10);
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(1);

    @BeforeAll
    static void createTable() {
        NoteLedger.createTable(DATABASE.jdbc());
    }

    /** Writes in capitals; what a row says decides how that ends. */
    private static class Shout implements Handler<Note, String> {
        @Override
        public String kind() {
            return "shout";
        }

        @Override
        public List<Outcome<String>> handle(List<Note> rows) {
            return rows.stream().map(this::shout).toList();
        }

        Outcome<String> shout(Note note) {
            return switch (note.text()) {
                case "broken" -> new Outcome.Failed<>(Failure.of(FailureClass.TRANSIENT, "The line broke."));
                case "rubbish" -> new Outcome.Failed<>(Failure.of(FailureClass.INVALID, "It cannot be read."));
                case "bomb" -> throw new IllegalArgumentException("boom");
                default -> new Outcome.Done<>(note.text().toUpperCase(Locale.ROOT));
            };
        }
    }

    @Test
    void everythingThatIsDueGetsDone() {
        Lot lot = lotOf(IntStream.range(0, 1200).mapToObj(n -> "note " + n).toList());

        SliceReport report = loop(new Shout()).workOn(lot, LONG_ENOUGH);

        assertThat(report).isEqualTo(new SliceReport(1200, 1200, 0, 0, 0));
        assertThat(count(lot, "status = 'DONE' and result = upper(text)")).isEqualTo(1200);
        assertThat(claims()).isZero();
    }

    @Test
    void oneBadRowDoesNotFailItsNeighbours() {
        Lot lot = lotOf(List.of("one", "rubbish", "two", "broken", "three", "bomb"));

        SliceReport report = loop(new Shout()).workOn(lot, LONG_ENOUGH);

        assertThat(report.done()).isEqualTo(3);
        assertThat(count(lot, "status = 'ERROR' and last_error = 'It cannot be read.'")).isEqualTo(1);
        assertThat(count(lot,
                "status = 'PENDING' and errors = 1 and next_attempt_at > now() - interval '1 second' and text = 'broken'"))
                .isEqualTo(1);
        assertThat(count(lot, "text = 'bomb' and status <> 'DONE' and errors = 1")).isEqualTo(1);
    }

    @Test
    void whatFailsForeverEndsAsAnErrorAfterItsAttempts() {
        Lot lot = lotOf(List.of("broken"));
        WorkLoop<Note, String> loop = loop(new Shout());

        for (int attempt = 1; attempt <= SETTINGS.maxAttemptsError(); attempt++) {
            DATABASE.jdbc().sql("update note set next_attempt_at = '-infinity' where lot = :lot").param("lot", lot.id())
                    .update();
            loop.workOn(lot, LONG_ENOUGH);
        }

        assertThat(count(lot, "status = 'ERROR' and errors = 5")).isEqualTo(1);
    }

    @Test
    void theEndOfTheSliceHandsBackWhatHasNotBegun() {
        Lot lot = lotOf(List.of("a", "b", "c", "d"));
        TestClock clock = new TestClock();
        WorkLoop<Note, String> loop = loop(new Shout() {
            @Override
            Outcome<String> shout(Note note) {
                clock.pass(Duration.ofSeconds(3));
                return super.shout(note);
            }
        }, clock, TEN_AT_ONCE);

        SliceReport report = loop.workOn(lot, Duration.ofSeconds(5));

        assertThat(report.claimed()).isEqualTo(4);
        assertThat(report.done()).isEqualTo(2);
        assertThat(count(lot, "status = 'PENDING' and claim_id is null and errors = 0")).isEqualTo(2);
        assertThat(claims()).isZero();
    }

    @Test
    void aSlowRowWhoseClaimWasTakenOverChangesNothing() throws Exception {
        Lot lot = lotOf(List.of("slow"));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        WorkLoop<Note, String> slow = loop(new Shout() {
            @Override
            Outcome<String> shout(Note note) {
                begun.countDown();
                await(go);
                return new Outcome.Done<>("TOO LATE");
            }
        });

        try (ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor()) {
            var late = thread.submit(() -> slow.workOn(lot, LONG_ENOUGH));
            await(begun);
            DATABASE.jdbc().sql(
                    "update millrace_ops.claim set expires_at = now() - interval '1 second' where id = (select claim_id from note where lot = :lot)")
                    .param("lot", lot.id()).update();
            NoteLedger ledger = new NoteLedger(DATABASE.jdbc());
            claimsOf(DATABASE).endExpired(ledger.name(), claim -> ledger.takeOver(claim, 5));
            loop(new Shout()).workOn(lot, LONG_ENOUGH);
            go.countDown();
            assertThat(late.get()).isEqualTo(new SliceReport(1, 0, 0, 0, 1));
        }

        assertThat(count(lot, "status = 'DONE' and result = 'SLOW'")).isEqualTo(1);
    }

    @Test
    void manyLoopsOnOneLotDoEachRowOnce() throws Exception {
        Lot lot = lotOf(IntStream.range(0, 2000).mapToObj(n -> "note " + n).toList());
        Map<Long, Integer> handled = new ConcurrentHashMap<>();
        Shout counting = new Shout() {
            @Override
            Outcome<String> shout(Note note) {
                handled.merge(note.id(), 1, Integer::sum);
                return super.shout(note);
            }
        };

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int worker = 0; worker < 6; worker++) {
                threads.execute(() -> loop(counting).workOn(lot, LONG_ENOUGH));
            }
        }

        assertThat(handled).hasSize(2000).allSatisfy((_, times) -> assertThat(times).isEqualTo(1));
        assertThat(count(lot, "status = 'DONE'")).isEqualTo(2000);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static WorkSettings settings(int claimMin) {
        return new WorkSettings(Duration.ofSeconds(5), claimMin, 1000, 0.7, Duration.ofSeconds(15),
                Duration.ofMinutes(10), 5, 4, 64,
                Duration.ofSeconds(30));
    }

    private static WorkLoop<Note, String> loop(Handler<Note, String> handler) {
        return loop(handler, InstantSource.system(), SETTINGS);
    }

    private static WorkLoop<Note, String> loop(Handler<Note, String> handler, InstantSource clock,
            WorkSettings settings) {
        return new WorkLoop<>(new NoteLedger(DATABASE.jdbc()), Map.of(handler.kind(), handler), claimsOf(DATABASE),
                new Tuning(settings), new RetryPolicy(settings, new Random(7)), clock, UUID.randomUUID());
    }

    private static Claims claimsOf(Database database) {
        return new Claims(new ClaimStore(database.jdbc()), database.transaction());
    }

    private static Lot lotOf(List<String> texts) {
        long lot = LOTS.incrementAndGet();
        DATABASE.jdbc().sql(
                "insert into note (lot, text) select :lot, text from unnest(:texts) with ordinality as t(text, n) order by n")
                .param("lot", lot).param("texts", texts.toArray(String[]::new)).update();
        return NoteLedger.lot(lot);
    }

    private static long count(Lot lot, String condition) {
        return DATABASE.jdbc().sql("select count(*) from note where lot = :lot and (" + condition + ")")
                .param("lot", lot.id()).query((row, _) -> row.getLong(1)).single();
    }

    private static long claims() {
        return DATABASE.jdbc().sql("select count(*) from millrace_ops.claim").query((row, _) -> row.getLong(1))
                .single();
    }
}

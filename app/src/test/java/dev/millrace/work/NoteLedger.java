package dev.millrace.work;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A ledger as small as one can be: it shows that a new kind of work needs a table and these statements, and no new loop. */
class NoteLedger implements Ledger<Note, String> {
    private final JdbcClient jdbc;

    NoteLedger(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    static void createTable(JdbcClient jdbc) {
        jdbc.sql(
                """
                        create table note (
                            id              bigint generated always as identity primary key,
                            lot             bigint not null,
                            text            text not null,
                            status          text not null default 'PENDING' check (status in ('PENDING', 'PROCESSING', 'DONE', 'ERROR')),
                            result          text,
                            last_error      text,
                            errors          int not null default 0,
                            not_found       int not null default 0,
                            next_attempt_at timestamptz not null default '-infinity',
                            claim_id        bigint)
                        """)
                .update();
        jdbc.sql("create index note_due on note (lot, next_attempt_at, id) where status = 'PENDING'").update();
        jdbc.sql("create index note_held on note (claim_id) where status = 'PROCESSING'").update();
    }

    @Override
    public String name() {
        return "note";
    }

    @Override
    public List<Lot> lotsWithWork(int limit) {
        return jdbc.sql(
                "select distinct lot from note where status = 'PENDING' and next_attempt_at <= now() order by lot limit :limit")
                .param("limit", limit)
                .query((row, _) -> lot(row.getLong("lot")))
                .list();
    }

    static Lot lot(long id) {
        return new Lot(id, 1, Lane.INTERACTIVE, "shout", new UUID(0, id));
    }

    static final String CLAIM = """
            with due as materialized (
                select id
                from note
                where lot = :lot and status = 'PENDING' and next_attempt_at <= now()
                order by next_attempt_at, id
                limit :limit
                for update skip locked),
            claim as (
                insert into millrace_ops.claim (ledger, owner, user_id, size, expires_at)
                select 'note', :owner, :userId, count(*), now() + make_interval(secs => :lease)
                from due
                having count(*) > 0
                returning id)
            update note
            set status = 'PROCESSING', claim_id = claim.id
            from due, claim
            where note.id = due.id
            returning note.id, note.text, note.errors, note.not_found, note.claim_id
            """;

    @Override
    public Optional<Batch<Note>> claim(Lot lot, UUID owner, int limit, Duration lease) {
        long[] claimId = {0};
        List<Note> rows = jdbc.sql(CLAIM)
                .param("lot", lot.id())
                .param("limit", limit)
                .param("owner", owner)
                .param("userId", lot.userId())
                .param("lease", lease.toMillis() / 1000.0)
                .query((row, _) -> {
                    claimId[0] = row.getLong("claim_id");
                    return new Note(row.getLong("id"), row.getString("text"),
                            new Attempts(row.getInt("errors"), row.getInt("not_found")));
                })
                .list();
        return rows.isEmpty() ? Optional.empty() : Optional.of(new Batch<>(claimId[0], rows));
    }

    @Override
    public Set<Long> settle(long claimId, List<Settled<Note, String>> settled) {
        return settled.stream().filter(each -> store(claimId, each) == 1).map(each -> each.row().id())
                .collect(Collectors.toSet());
    }

    private int store(long claimId, Settled<Note, String> settled) {
        return switch (settled) {
            case Settled.Done<Note, String>(var row, var result) ->
                store(claimId, row, "DONE", result, null, row.attempts(), null);
            case Settled.Again<Note, String>(var row, var failure, var attempts, var wait) ->
                store(claimId, row, "PENDING", null, failure, attempts, wait);
            case Settled.Parked<Note, String>(var row, var failure, var attempts) ->
                store(claimId, row, "ERROR", null, failure, attempts, null);
        };
    }

    private int store(long claimId, Note row, String status, @Nullable String result, @Nullable Failure failure,
            Attempts attempts, @Nullable Duration wait) {
        return jdbc
                .sql("""
                        update note
                        set status = :status, result = :result, last_error = :error, errors = :errors, not_found = :notFound,
                            next_attempt_at = case when :wait >= 0 then now() + make_interval(secs => :wait) else next_attempt_at end, claim_id = null
                        where id = :id and claim_id = :claimId
                        """)
                .param("status", status)
                .param("result", result)
                .param("error", failure == null ? null : failure.message())
                .param("errors", attempts.errors())
                .param("notFound", attempts.notFound())
                .param("wait", wait == null ? -1.0 : wait.toMillis() / 1000.0)
                .param("id", row.id())
                .param("claimId", claimId)
                .update();
    }

    @Override
    public int handBack(long claimId) {
        return jdbc.sql("update note set status = 'PENDING', claim_id = null where claim_id = :claimId")
                .param("claimId", claimId).update();
    }

    @Override
    public int takeOver(long claimId, int mostErrors) {
        return jdbc.sql("""
                update note
                set status = case when errors + 1 >= :mostErrors then 'ERROR' else 'PENDING' end,
                    last_error = 'The worker that had it ended.', errors = errors + 1, claim_id = null
                where claim_id = :claimId
                """)
                .param("mostErrors", mostErrors)
                .param("claimId", claimId)
                .update();
    }
}

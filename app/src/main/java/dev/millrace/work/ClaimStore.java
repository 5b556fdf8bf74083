package dev.millrace.work;

import java.time.Duration;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code claim}: one row per claimed batch, which the heartbeat touches while its work runs. */
@Repository
class ClaimStore {
    private final JdbcClient jdbc;

    ClaimStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Holds on to a claim; false if it is gone, and with it the right to settle anything. */
    boolean renew(long id, Duration lease) {
        return jdbc
                .sql("update millrace_ops.claim set expires_at = now() + make_interval(secs => :lease) where id = :id")
                .param("lease", lease.toMillis() / 1000.0)
                .param("id", id)
                .update() == 1;
    }

    void delete(long id) {
        jdbc.sql("delete from millrace_ops.claim where id = :id").param("id", id).update();
    }

    /** An expired claim, locked until the transaction ends, so that its holder cannot renew it meanwhile. */
    Optional<Long> lockExpired(String ledger) {
        return jdbc.sql("""
                select id
                from millrace_ops.claim
                where ledger = :ledger and expires_at < now()
                order by expires_at
                limit 1
                for update skip locked
                """)
                .param("ledger", ledger)
                .query((row, _) -> row.getLong("id"))
                .optional();
    }

    /** How many rows of any ledger are held for this user right now. */
    long rowsHeldFor(long userId) {
        return jdbc.sql(
                "select coalesce(sum(size), 0) from millrace_ops.claim where user_id = :userId and expires_at > now()")
                .param("userId", userId)
                .query((row, _) -> row.getLong(1))
                .single();
    }
}

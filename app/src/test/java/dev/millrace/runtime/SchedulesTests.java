package dev.millrace.runtime;

import dev.millrace.testing.TestMillrace;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

class SchedulesTests {
    private final JdbcClient jdbc = TestMillrace.shared().get(JdbcClient.class);

    @Test
    void whatAnotherProcessIsDoingIsNotDoneTwice() {
        jdbc.sql("""
                insert into millrace_ops.process (id, host, pid, roles, version, last_seen_at)
                values (gen_random_uuid(), 'silent', 1, '{api}', 'test', now() - interval '1 year')
                """).update();
        jdbc.sql(
                """
                        insert into millrace_ops.shedlock (name, lock_until, locked_at, locked_by)
                        values ('process-purge', now() at time zone 'utc' + interval '1 hour', now() at time zone 'utc', 'another')
                        on conflict (name) do update set lock_until = excluded.lock_until
                        """)
                .update();

        TestMillrace.shared().get(ProcessPurge.class).run();
        assertThat(silent()).isEqualTo(1);

        jdbc.sql("update millrace_ops.shedlock set lock_until = locked_at where name = 'process-purge'").update();
        TestMillrace.shared().get(ProcessPurge.class).run();
        assertThat(silent()).isZero();
    }

    private int silent() {
        return jdbc.sql("select count(*) from millrace_ops.process where host = 'silent'")
                .query((row, _) -> row.getInt(1)).single();
    }
}

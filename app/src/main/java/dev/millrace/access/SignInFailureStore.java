package dev.millrace.access;

import java.time.Duration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code sign_in_failure}: attempts of the current window, shared by all processes. */
@Repository
class SignInFailureStore {
    private final JdbcClient jdbc;

    SignInFailureStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Counts an attempt before it is checked, so that many at once cannot slip through; answers how many there were. */
    int count(String subject, Duration window) {
        return jdbc.sql("""
                insert into millrace_ops.sign_in_failure (subject, window_start, failures)
                values (:subject, now(), 1)
                on conflict (subject) do update
                set failures = case when sign_in_failure.window_start < now() - make_interval(secs => :window)
                                    then 1 else sign_in_failure.failures + 1 end,
                    window_start = case when sign_in_failure.window_start < now() - make_interval(secs => :window)
                                        then now() else sign_in_failure.window_start end
                returning failures
                """)
                .param("subject", subject)
                .param("window", window.toSeconds())
                .query((row, _) -> row.getInt("failures"))
                .single();
    }

    /** Takes one attempt back, since it was none. */
    void takeBack(String subject) {
        jdbc.sql("""
                update millrace_ops.sign_in_failure
                set failures = failures - 1
                where subject = :subject and failures > 0
                """)
                .param("subject", subject)
                .update();
    }

    void clear(String subject) {
        jdbc.sql("delete from millrace_ops.sign_in_failure where subject = :subject").param("subject", subject)
                .update();
    }

    int purge(Duration window) {
        return jdbc.sql(
                "delete from millrace_ops.sign_in_failure where window_start < now() - make_interval(secs => :window)")
                .param("window", window.toSeconds()).update();
    }
}

package dev.millrace.access;

import dev.millrace.testing.TestMillrace;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/** What has expired is forgotten, and nothing else. */
class AccessPurgeTests {
    private static final TestMillrace MILLRACE = TestMillrace.shared();

    private final JdbcClient jdbc = MILLRACE.get(JdbcClient.class);

    @Test
    void onlyWhatHasExpiredIsForgottenAndCounted() {
        long userId = MILLRACE.get(Users.class).add("purge-ada", UserRole.MEMBER, null).id();
        SessionStore sessions = MILLRACE.get(SessionStore.class);
        for (String text : List.of("purge old", "purge new")) {
            sessions.begin(Bearer.hash(text), userId, Duration.ofDays(text.equals("purge old") ? -1 : 1));
            sessions.addLink(Bearer.hash(text), userId, Duration.ofDays(text.equals("purge old") ? -1 : 1));
        }
        token(userId, "purge expired long ago", "now() - interval '91 days'", "null");
        token(userId, "purge expired", "now() - interval '89 days'", "null");
        token(userId, "purge revoked long ago", "null", "now() - interval '91 days'");
        token(userId, "purge revoked", "now() + interval '1 day'", "now() - interval '89 days'");
        token(userId, "purge eternal", "null", "null");
        attempts("purge old", "now() - interval '16 minutes'");
        attempts("purge new", "now()");
        double before = purged();

        MILLRACE.get(AccessPurge.class).run();

        assertThat(purged() - before).isGreaterThanOrEqualTo(5);
        assertThat(count("web_session where user_id = " + userId)).isEqualTo(1);
        assertThat(count("sign_in_link where user_id = " + userId)).isEqualTo(1);
        assertThat(jdbc.sql("select subject from millrace_ops.sign_in_failure where subject like 'purge %'")
                .query((row, _) -> row.getString(1)).list()).containsExactly("purge new");
        assertThat(jdbc.sql("select name from millrace_ops.api_token where name like 'purge %' order by id")
                .query((row, _) -> row.getString(1)).list())
                .containsExactly("purge expired", "purge revoked", "purge eternal");
    }

    private double purged() {
        return MILLRACE.get(MeterRegistry.class).get("millrace.purged.rows").tag("room", "access").counter().count();
    }

    private void token(long userId, String name, String expiresAt, String revokedAt) {
        jdbc.sql(
                "insert into millrace_ops.api_token (user_id, name, scope, hash, hint, expires_at, revoked_at) values (:userId, :name, 'API', :hash, 'mr_', "
                        + expiresAt + ", " + revokedAt + ")")
                .param("userId", userId).param("name", name)
                .param("hash", Bearer.hash(name)).update();
    }

    private void attempts(String subject, String since) {
        jdbc.sql("insert into millrace_ops.sign_in_failure (subject, window_start, failures) values (:subject, " + since
                + ", 3)").param("subject", subject).update();
    }

    private long count(String table) {
        return jdbc.sql("select count(*) from millrace_ops." + table).query((row, _) -> row.getLong(1)).single();
    }
}

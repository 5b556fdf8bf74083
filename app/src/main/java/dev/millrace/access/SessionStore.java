package dev.millrace.access;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The tables {@code web_session} and {@code sign_in_link}. */
@Repository
class SessionStore {
    private final JdbcClient jdbc;

    SessionStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void begin(byte[] hash, long userId, Duration lifetime) {
        jdbc.sql("""
                insert into millrace_ops.web_session (hash, user_id, expires_at)
                values (:hash, :userId, now() + make_interval(secs => :lifetime))
                """)
                .param("hash", hash)
                .param("userId", userId)
                .param("lifetime", lifetime.toSeconds())
                .update();
    }

    /** Whose session it is, if it is alive; a session that is used lives on, noted at most once a minute. */
    Optional<Caller> findCaller(byte[] hash, Duration lifetime, Duration longest) {
        return jdbc
                .sql("""
                        with used as (
                            update millrace_ops.web_session
                            set last_seen_at = now(),
                                expires_at = least(now() + make_interval(secs => :lifetime), created_at + make_interval(secs => :longest))
                            where hash = :hash and last_seen_at < now() - interval '1 minute' and expires_at > now())
                        select app_user.id, app_user.name, app_user.role
                        from millrace_ops.web_session
                        join millrace_ops.app_user on app_user.id = web_session.user_id
                        where web_session.hash = :hash and web_session.expires_at > now() and app_user.disabled_at is null
                        """)
                .param("hash", hash)
                .param("lifetime", lifetime.toSeconds())
                .param("longest", longest.toSeconds())
                .query((row, _) -> new Caller(row.getLong("id"), row.getString("name"),
                        UserRole.valueOf(row.getString("role")), TokenScope.API))
                .optional();
    }

    void end(byte[] hash) {
        jdbc.sql("delete from millrace_ops.web_session where hash = :hash").param("hash", hash).update();
    }

    /** Ends all sessions of a user, but for the surviving one. */
    void endAll(long userId, @Nullable String survivor) {
        jdbc.sql("delete from millrace_ops.web_session where user_id = :userId and hash <> :survivor")
                .param("userId", userId)
                .param("survivor", survivor == null ? new byte[0] : Bearer.hash(survivor))
                .update();
    }

    void addLink(byte[] hash, long userId, Duration lifetime) {
        jdbc.sql("""
                insert into millrace_ops.sign_in_link (hash, user_id, expires_at)
                values (:hash, :userId, now() + make_interval(secs => :lifetime))
                """)
                .param("hash", hash)
                .param("userId", userId)
                .param("lifetime", lifetime.toSeconds())
                .update();
    }

    Optional<String> findNameBehindLink(byte[] hash) {
        return jdbc.sql("""
                select app_user.name
                from millrace_ops.sign_in_link
                join millrace_ops.app_user on app_user.id = sign_in_link.user_id
                where sign_in_link.hash = :hash and sign_in_link.expires_at > now() and app_user.disabled_at is null
                """)
                .param("hash", hash)
                .query((row, _) -> row.getString("name"))
                .optional();
    }

    /** Uses a link up: of two who come with the same link, one gets the user. */
    Optional<Long> useLink(byte[] hash) {
        return jdbc.sql("""
                delete from millrace_ops.sign_in_link
                using millrace_ops.app_user
                where sign_in_link.hash = :hash
                  and sign_in_link.expires_at > now()
                  and app_user.id = sign_in_link.user_id
                  and app_user.disabled_at is null
                returning sign_in_link.user_id
                """)
                .param("hash", hash)
                .query((row, _) -> row.getLong("user_id"))
                .optional();
    }

    int purgeSessions() {
        return jdbc.sql("delete from millrace_ops.web_session where expires_at < now()").update();
    }

    int purgeLinks() {
        return jdbc.sql("delete from millrace_ops.sign_in_link where expires_at < now()").update();
    }
}

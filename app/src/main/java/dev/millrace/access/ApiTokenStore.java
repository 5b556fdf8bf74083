package dev.millrace.access;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code api_token}. */
@Repository
class ApiTokenStore {
    private final JdbcClient jdbc;

    ApiTokenStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    long add(long userId, String name, TokenScope scope, byte[] hash, String hint, @Nullable Instant expiresAt) {
        return jdbc.sql("""
                insert into millrace_ops.api_token (user_id, name, scope, hash, hint, expires_at)
                values (:userId, :name, :scope, :hash, :hint, cast(:expiresAt as timestamptz))
                returning id
                """)
                .param("userId", userId)
                .param("name", name)
                .param("scope", scope.name())
                .param("hash", hash)
                .param("hint", hint)
                .param("expiresAt", expiresAt == null ? null : expiresAt.atOffset(ZoneOffset.UTC))
                .query((row, _) -> row.getLong("id"))
                .single();
    }

    /** Makes a given text a valid token of the user; a name that is there already gets the new text. */
    void fix(long userId, String name, byte[] hash, String hint) {
        jdbc.sql("""
                with replaced as (
                    delete from millrace_ops.api_token
                    where user_id = :userId and name = :name and hash <> :hash)
                insert into millrace_ops.api_token (user_id, name, scope, hash, hint)
                values (:userId, :name, 'API', :hash, :hint)
                on conflict (hash) do nothing
                """)
                .param("userId", userId)
                .param("name", name)
                .param("hash", hash)
                .param("hint", hint)
                .update();
    }

    /** Who bears the token, if it is valid right now and its user is active; notes the use, at most once a minute. */
    Optional<Caller> findCaller(byte[] hash) {
        return jdbc.sql("""
                with used as (
                    update millrace_ops.api_token
                    set last_used_at = now()
                    where hash = :hash and (last_used_at is null or last_used_at < now() - interval '1 minute'))
                select app_user.id, app_user.name, app_user.role, api_token.scope
                from millrace_ops.api_token
                join millrace_ops.app_user on app_user.id = api_token.user_id
                where api_token.hash = :hash
                  and api_token.revoked_at is null
                  and (api_token.expires_at is null or api_token.expires_at > now())
                  and app_user.disabled_at is null
                """)
                .param("hash", hash)
                .query((row, _) -> new Caller(row.getLong("id"), row.getString("name"),
                        UserRole.valueOf(row.getString("role")),
                        TokenScope.valueOf(row.getString("scope"))))
                .optional();
    }

    Optional<ApiToken> find(long id) {
        return jdbc.sql("""
                select api_token.id, user_id, app_user.name as user_name, api_token.name, scope, hint,
                       api_token.created_at, expires_at, last_used_at, revoked_at
                from millrace_ops.api_token
                join millrace_ops.app_user on app_user.id = user_id
                where api_token.id = :id
                """)
                .param("id", id)
                .query(ApiTokenStore::token)
                .optional();
    }

    /** A page of one user's tokens, newest first, with one row more than asked for if there is one. */
    List<ApiToken> list(long userId, long beforeId, int pageSize) {
        return jdbc.sql("""
                select api_token.id, user_id, app_user.name as user_name, api_token.name, scope, hint,
                       api_token.created_at, expires_at, last_used_at, revoked_at
                from millrace_ops.api_token
                join millrace_ops.app_user on app_user.id = user_id
                where user_id = :userId and api_token.id < :beforeId
                order by api_token.id desc
                limit :limit
                """)
                .param("userId", userId)
                .param("beforeId", beforeId)
                .param("limit", pageSize + 1)
                .query(ApiTokenStore::token)
                .list();
    }

    void revoke(long id) {
        jdbc.sql("update millrace_ops.api_token set revoked_at = coalesce(revoked_at, now()) where id = :id")
                .param("id", id).update();
    }

    /** Forgets tokens that have been useless for 90 days. */
    int purge() {
        return jdbc.sql("""
                delete from millrace_ops.api_token
                where least(revoked_at, expires_at) < now() - interval '90 days'
                """)
                .update();
    }

    private static ApiToken token(ResultSet row, int rowNumber) throws SQLException {
        return new ApiToken(row.getLong("id"), row.getLong("user_id"), row.getString("user_name"),
                row.getString("name"),
                TokenScope.valueOf(row.getString("scope")), row.getString("hint"),
                row.getTimestamp("created_at").toInstant(),
                UserStore.instant(row, "expires_at"), UserStore.instant(row, "last_used_at"),
                UserStore.instant(row, "revoked_at"));
    }
}

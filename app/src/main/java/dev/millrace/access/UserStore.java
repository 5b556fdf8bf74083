package dev.millrace.access;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code app_user}. */
@Repository
class UserStore {
    private final JdbcClient jdbc;

    UserStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Adds a user; empty if the name is taken. */
    Optional<User> add(String name, UserRole role) {
        return jdbc
                .sql("""
                        insert into millrace_ops.app_user (name, role)
                        values (:name, :role)
                        on conflict (name) do nothing
                        returning id, name, role, password_hash is not null as has_password, created_at, last_sign_in_at, disabled_at
                        """)
                .param("name", name)
                .param("role", role.name())
                .query(UserStore::user)
                .optional();
    }

    Optional<User> find(long id) {
        return jdbc
                .sql("""
                        select id, name, role, password_hash is not null as has_password, created_at, last_sign_in_at, disabled_at
                        from millrace_ops.app_user
                        where id = :id
                        """)
                .param("id", id)
                .query(UserStore::user)
                .optional();
    }

    /** The administrator that has been there the longest: the one made at the first start, unless somebody disabled it. */
    Optional<User> oldestAdministrator() {
        return jdbc
                .sql("""
                        select id, name, role, password_hash is not null as has_password, created_at, last_sign_in_at, disabled_at
                        from millrace_ops.app_user
                        where role = 'ADMINISTRATOR' and disabled_at is null
                        order by id
                        limit 1
                        """)
                .query(UserStore::user)
                .optional();
    }

    /** A page of users by name, with one row more than asked for if there is one. */
    List<User> list(@Nullable String afterName, int pageSize) {
        return jdbc
                .sql("""
                        select id, name, role, password_hash is not null as has_password, created_at, last_sign_in_at, disabled_at
                        from millrace_ops.app_user
                        where name > :after
                        order by name
                        limit :limit
                        """)
                .param("after", afterName == null ? "" : afterName)
                .param("limit", pageSize + 1)
                .query(UserStore::user)
                .list();
    }

    /** An active user's id and password hash. */
    Optional<PasswordRow> passwordOf(String name) {
        return jdbc.sql("""
                select id, password_hash
                from millrace_ops.app_user
                where name = :name and password_hash is not null and disabled_at is null
                """)
                .param("name", name)
                .query((row, _) -> new PasswordRow(row.getLong("id"), row.getString("password_hash")))
                .optional();
    }

    record PasswordRow(long userId, String hash) {}

    void setPassword(long id, String hash) {
        jdbc.sql("update millrace_ops.app_user set password_hash = :hash where id = :id").param("hash", hash)
                .param("id", id).update();
    }

    void noteSignIn(long id) {
        jdbc.sql("update millrace_ops.app_user set last_sign_in_at = now() where id = :id").param("id", id).update();
    }

    /** True for the one caller who is first to welcome this user. */
    boolean noteWelcome(long id) {
        return jdbc.sql("update millrace_ops.app_user set welcomed_at = now() where id = :id and welcomed_at is null")
                .param("id", id).update() == 1;
    }

    /** Until the transaction ends nobody else changes who is an administrator. */
    void lockAgainstChanges() {
        jdbc.sql("lock table millrace_ops.app_user in share row exclusive mode").update();
    }

    int countOtherAdministrators(long id) {
        return jdbc.sql(
                "select count(*) from millrace_ops.app_user where role = 'ADMINISTRATOR' and disabled_at is null and id <> :id")
                .param("id", id).query((row, _) -> row.getInt(1)).single();
    }

    void setRole(long id, UserRole role) {
        jdbc.sql("update millrace_ops.app_user set role = :role where id = :id").param("role", role.name())
                .param("id", id).update();
    }

    void setDisabled(long id, boolean disabled) {
        jdbc.sql("""
                update millrace_ops.app_user
                set disabled_at = case when :disabled then coalesce(disabled_at, now()) end
                where id = :id
                """)
                .param("disabled", disabled)
                .param("id", id)
                .update();
    }

    private static User user(ResultSet row, int rowNumber) throws SQLException {
        return new User(row.getLong("id"), row.getString("name"), UserRole.valueOf(row.getString("role")),
                row.getBoolean("has_password"),
                row.getTimestamp("created_at").toInstant(), instant(row, "last_sign_in_at"),
                instant(row, "disabled_at"));
    }

    static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp time = row.getTimestamp(column);
        return time == null ? null : time.toInstant();
    }
}

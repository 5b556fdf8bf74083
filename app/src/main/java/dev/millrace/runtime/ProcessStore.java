package dev.millrace.runtime;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code process}: who runs, by the database's clock. */
@Repository
class ProcessStore {
    /** Three missed heartbeats. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final JdbcClient jdbc;

    ProcessStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Says that a process lives; also after its row was purged during a long silence. */
    void heartbeat(ProcessIdentity process, List<String> roles) {
        jdbc.sql("""
                insert into millrace_ops.process (id, host, pid, roles, version)
                values (:id, :host, :pid, :roles, :version)
                on conflict (id) do update set last_seen_at = now()
                """)
                .param("id", process.id())
                .param("host", process.host())
                .param("pid", process.pid())
                .param("roles", roles.toArray(String[]::new))
                .param("version", Release.version())
                .update();
    }

    void delete(UUID id) {
        jdbc.sql("delete from millrace_ops.process where id = :id").param("id", id).update();
    }

    List<ProcessRow> list() {
        return jdbc.sql("""
                select id, host, pid, roles, version, started_at, last_seen_at,
                       last_seen_at > now() - make_interval(secs => :silence) as is_alive
                from millrace_ops.process
                order by started_at, id
                limit 200
                """)
                .param("silence", SILENCE.toSeconds())
                .query(ProcessStore::row)
                .list();
    }

    /** Forgets those that have been silent for a day. */
    int purge() {
        return jdbc.sql("delete from millrace_ops.process where last_seen_at < now() - interval '1 day'").update();
    }

    private static ProcessRow row(ResultSet row, int rowNumber) throws SQLException {
        return new ProcessRow(row.getObject("id", UUID.class), row.getString("host"), row.getLong("pid"),
                List.of((String[]) row.getArray("roles").getArray()), row.getString("version"),
                row.getTimestamp("started_at").toInstant(), row.getTimestamp("last_seen_at").toInstant(),
                row.getBoolean("is_alive"));
    }
}

package dev.millrace.runtime;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What the database server says about itself. */
@Repository
class DatabaseServerStore {
    private final JdbcClient jdbc;

    DatabaseServerStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    String version() {
        return jdbc.sql("show server_version").query((row, _) -> row.getString(1)).single();
    }
}

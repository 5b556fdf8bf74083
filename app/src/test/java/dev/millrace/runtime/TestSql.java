package dev.millrace.runtime;

import java.sql.DriverManager;
import java.sql.SQLException;

/** One statement on a connection of its own. */
final class TestSql {
    private TestSql() {}

    /** The first column of the first row, as text. */
    static String ask(DatabaseAddress address, String question) throws SQLException {
        try (var connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(question)) {
            rows.next();
            return rows.getString(1);
        }
    }

    static void run(DatabaseAddress address, String statements) throws SQLException {
        try (var connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
                var statement = connection.createStatement()) {
            statement.execute(statements);
        }
    }
}

package dev.millrace.cli;

import dev.millrace.cli.CommandLineTests.Said;
import dev.millrace.runtime.DataFolder;
import dev.millrace.runtime.DatabaseAddress;
import dev.millrace.runtime.EmbeddedServers;
import dev.millrace.runtime.EmbeddedServers.Needs;
import dev.millrace.testing.DataFolders;
import dev.millrace.testing.TestServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code millrace sql} beside servers that run already. */
class SqlCommandTests {
    @RegisterExtension
    static final DataFolders FOLDERS = new DataFolders();

    private static DataFolder folder;
    private static EmbeddedServers servers;

    @BeforeAll
    static void start() throws Exception {
        folder = FOLDERS.create();
        servers = EmbeddedServers.open(folder, new Needs(true, false));
        TestServers.migrate(servers.database());
        DatabaseAddress database = servers.database();
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                var statement = connection.createStatement()) {
            statement.execute("create table millrace.fact (name text); insert into millrace.fact values ('known')");
        }
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @Test
    void theFactsCanBeRead() throws Exception {
        Path file = Files.writeString(folder.root().resolve("query.sql"), "select name from millrace.fact;");

        assertThat(sql("-c", "select name from millrace.fact", "--format", "csv").out()).isEqualTo("name\nknown\n");
        assertThat(sql(file.toString(), "--format", "json").out()).isEqualTo("{\"name\":\"known\"}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"create table millrace.mine (x int)", "insert into millrace.fact values ('made up')",
            "delete from millrace.fact", "create temporary table mine (x int)",
            "set default_transaction_read_only = off; set transaction read write; insert into millrace.fact values ('x')",
            "insert into millrace_ops.release_floor values (false, 1)", "select * from millrace_ops.app_user",
            "select * from millrace_ops.secret", "set role millrace", "drop schema millrace cascade",
            "copy (select 1) to '/tmp/millrace-sql-test'", "select pg_read_file('PG_VERSION')",
            "select millrace_ops.let_reader_sign_in('x')"})
    void nothingElseCanBeReadAndNothingWritten(String statement) {
        Said said = sql("-c", statement);

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out()).isEmpty();
        assertThat(said.err()).startsWith("millrace: The database says: ").doesNotContain("\tat ");
    }

    @Test
    void theUrlThatItPrintsWorksForOtherPrograms() throws Exception {
        String url = sql("--url").out().strip();

        DatabaseAddress address = DatabaseAddress.parse(url, Optional.empty());
        try (var connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
                var rows = connection.createStatement().executeQuery("select name from millrace.fact")) {
            assertThat(rows.next()).isTrue();
        }
    }

    @Test
    void aFileThatIsNotThereIsWrongUse() {
        Said said = sql("missing.sql");

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.err().strip()).isEqualTo("millrace: There is no readable file missing.sql.");
    }

    private static Said sql(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 3);
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[0] = "sql";
        all[arguments.length + 1] = "--data-dir";
        all[arguments.length + 2] = folder.root().toString();
        return Said.by(all);
    }
}

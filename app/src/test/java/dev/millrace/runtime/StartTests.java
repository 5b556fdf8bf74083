package dev.millrace.runtime;

import dev.millrace.Millrace;
import dev.millrace.testing.DataFolders;
import dev.millrace.testing.TestMillrace;
import dev.millrace.testing.TestServers;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** With which database and settings a process starts, and what it says where it does not. */
class StartTests {
    @RegisterExtension
    static final DataFolders FOLDERS = new DataFolders();

    @Test
    void aReleaseBelowTheFloorOfTheDatabaseRefusesToStart() throws Exception {
        DatabaseAddress database = TestServers.newDatabase();
        TestSql.run(database, "update millrace_ops.release_floor set oldest_release = " + (Release.NUMBER + 1));

        assertThatExceptionOfType(CannotStart.class).isThrownBy(() -> startOn(database))
                .withMessageContainingAll("This is release " + Release.NUMBER,
                        "needs release %d or later".formatted(Release.NUMBER + 1), "install a newer one");
    }

    @Test
    void theNextReleaseMayHaveExpandedTheSchemaAlready() throws Exception {
        DatabaseAddress database = TestServers.newDatabase();
        TestSql.run(database,
                """
                        insert into millrace_ops.flyway_schema_history
                            (installed_rank, version, description, type, script, checksum, installed_by, execution_time, success)
                        values (999, '999', 'of the next release', 'SQL', 'V999__of_the_next_release.sql', 1, 'millrace', 1, true);
                        create table millrace.of_the_next_release (id int)
                        """);

        try (TestMillrace millrace = startOn(database)) {
            assertThat(millrace.administrator().get("/api/me").status()).isEqualTo(200);
            assertThat(TestSql.ask(database, "select max(version::int) from millrace_ops.flyway_schema_history"))
                    .isEqualTo("999");
        }
    }

    @Test
    void aReaderWhosePasswordAnotherMustSetHindersNoStart() {
        // On this server the administrator made the role, so the owner of the database may not change it.
        try (TestMillrace millrace = TestMillrace.start(Map.of("millrace.reader-password", "of the reader"))) {
            assertThat(millrace.administrator().get("/api/me").status()).isEqualTo(200);
        }
    }

    @Test
    void aRoleThatMayNotMakeRolesCanStartAndLetsTheReaderRead() throws Exception {
        DatabaseAddress database = TestServers.emptyDatabase(true);

        try (TestMillrace millrace = startOn(database)) {
            assertThat(millrace.administrator().get("/api/me").status()).isEqualTo(200);
        }
        assertThat(TestSql.ask(database, "select has_schema_privilege('millrace_reader', 'millrace', 'usage')"))
                .isEqualTo("t");
    }

    @Test
    void aReaderThatLostItsRightsGetsThemBackAtTheNextStart() throws Exception {
        DatabaseAddress database = TestServers.newDatabase();
        TestSql.run(database, "revoke usage on schema millrace from millrace_reader");

        startOn(database).close();

        assertThat(TestSql.ask(database, "select has_schema_privilege('millrace_reader', 'millrace', 'usage')"))
                .isEqualTo("t");
    }

    @Test
    void aRoleThatMayNotMakeSchemasIsSentToTheDoctor() {
        DatabaseAddress database = TestServers.emptyDatabase(false);

        assertThatExceptionOfType(CannotStart.class).isThrownBy(() -> startOn(database))
                .withMessageContainingAll("could not be brought up to date", "millrace doctor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"203.0.113.7", "no such host"})
    void anAddressThatIsNotOursCannotBeListenedOn(String bind) {
        assertThatExceptionOfType(CannotStart.class)
                .isThrownBy(() -> TestMillrace.start(Map.of("millrace.bind", bind)))
                .withMessageMatching(
                        "It cannot listen on %s port 0 \\(.+\\): check MILLRACE_BIND and .*".formatted(bind));
    }

    @ParameterizedTest
    @CsvSource({"millrace.roles,cook,roles", "millrace.roles,'',roles", "millrace.log-format,xml,text or json",
            "millrace.port,many,port", "millrace.port,70000,from 0 to 65535", "millrace.port,-1,from 0 to 65535",
            "millrace.public-url,ftp://host,public-url", "millrace.public-url,host:80,public-url",
            "millrace.public-url,https:///path,public-url", "millrace.stop-patience,soon,stop-patience",
            "millrace.database-url,mysql://ann:s3cret@host/db,MILLRACE_DATABASE_URL",
            "millrace.database-url,postgresql://ann:s3cret@127.0.0.1:1/db,MILLRACE_DATABASE_URL",
            "millrace.redis-url,carrier-pigeon://:s3cret@host,MILLRACE_REDIS_URL",
            "millrace.redis-url,s3cret@host:6379,MILLRACE_REDIS_URL"})
    void aSettingThatCannotBeUsedIsNamedWithoutItsSecrets(String name, String value, String sentence) {
        Map<String, String> settings = new HashMap<>(
                Map.of("millrace.data-dir", FOLDERS.createPlain().toString(), "millrace.redis-url",
                        TestServers.redisUrl()));
        settings.put(name, value);

        assertThatExceptionOfType(CannotStart.class).isThrownBy(() -> RunningMillrace.start(Millrace.class, settings))
                .withMessageContaining(sentence)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("s3cret"));
    }

    private static TestMillrace startOn(DatabaseAddress database) {
        return TestMillrace.start(
                Map.of("millrace.database-url", database.asUri(database.user(), database.password())));
    }
}

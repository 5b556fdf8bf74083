package dev.millrace.cli;

import dev.millrace.cli.Check.State;
import dev.millrace.runtime.DataFolder;
import dev.millrace.runtime.DatabaseAddress;
import dev.millrace.runtime.MillraceSettings;
import dev.millrace.testing.DataFolders;
import dev.millrace.testing.MillraceProcess;
import dev.millrace.testing.TestServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class DoctorTests {
    /** Nobody listens there, so the look outside ends at once and the tests need no network. */
    private static final String NO_WAY_OUT = "http://127.0.0.1:1";
    private static final String NOT_THERE = "postgresql://ann:s3cret@127.0.0.1:1/db";

    @RegisterExtension
    static final DataFolders FOLDERS = new DataFolders();

    @Test
    void everyPartIsNamedAndWarningsDoNotFail() {
        MillraceProcess doctor = doctor(externalServices());

        assertThat(doctor.exitCode()).as(doctor.output() + doctor.errors()).isZero();
        assertThat(doctor.errors()).isEmpty();
        assertThat(doctor.output()).contains("Java", "Data folder", "Disk", "Servers", "Way out", "PostgreSQL",
                "Rights", "Reader", "Schema", "Database clock", "Redis").contains("warning  Way out")
                .doesNotContain("FAILED", "s3cret");
    }

    @Test
    void aDatabaseThatDoesNotAnswerFailsWithAdviceAlsoAsJson() {
        MillraceProcess doctor = doctor(
                Map.of("MILLRACE_DATABASE_URL", NOT_THERE, "MILLRACE_REDIS_URL", "redis://127.0.0.1:1"), "--json");

        assertThat(doctor.exitCode()).isEqualTo(1);
        assertThat(doctor.output()).doesNotContain("s3cret");
        JsonNode checks = JsonMapper.shared().readTree(doctor.output());
        assertThat(checks).filteredOn(check -> check.path("name").asString().equals("PostgreSQL")).singleElement()
                .satisfies(check -> {
                    assertThat(check.path("state").asString()).isEqualTo("FAILED");
                    assertThat(check.path("detail").asString()).contains("127.0.0.1:1");
                    assertThat(check.path("advice").asString()).contains("MILLRACE_DATABASE_URL");
                });
    }

    @Test
    void theFileInTheFolderItIsStartedInCountsLikeVariablesDo() throws Exception {
        Path folder = FOLDERS.createPlain();
        Files.writeString(folder.resolve("application.yml"), """
                millrace:
                  data-dir: elsewhere
                  database-url: %s
                  redis-url: redis://127.0.0.1:1
                """.formatted(NOT_THERE));

        MillraceProcess doctor = doctorIn(folder, Map.of("MILLRACE_READER_PASSWORD", " "));

        assertThat(doctor.exitCode()).isEqualTo(1);
        assertThat(doctor.output()).contains(folder.resolve("elsewhere").toString(), "127.0.0.1:1/db");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql://ann:s3cret@host/db", "postgresql://ann:s3cret@host",
            "postgresql://ann:s3cret %@h/d"})
    void aWrongAddressIsSaidWithoutItsPassword(String url) {
        List<Check> checks = ServiceChecks.run(settings(noFolder(),
                Map.of("millrace.database-url", url, "millrace.redis-url", TestServers.redisUrl())));

        assertThat(checks).first().extracting(Check::state).isEqualTo(State.FAILED);
        assertThat(checks.toString()).contains("MILLRACE_DATABASE_URL cannot be used").doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"carrier-pigeon://:s3cret@host", "host:6379"})
    void aWrongAddressOfRedisIsSaidWithoutItsPassword(String url) {
        List<Check> checks = ServiceChecks.run(withRedis(url));

        assertThat(redisAmong(checks).state()).isEqualTo(State.FAILED);
        assertThat(checks.toString()).doesNotContain("s3cret");
    }

    @Test
    void redisAwayIsOnlyAWarning() {
        List<Check> checks = ServiceChecks.run(withRedis("redis://:s3cret@127.0.0.1:1"));

        assertThat(redisAmong(checks)).satisfies(check -> {
            assertThat(check.state()).isEqualTo(State.WARNING);
            assertThat(check.advice()).contains("MILLRACE_REDIS_URL");
        });
        assertThat(checks.toString()).doesNotContain("s3cret");
    }

    @Test
    void aSchemaOfALaterReleaseFails() throws Exception {
        DatabaseAddress database = TestServers.newDatabase();
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(),
                database.password()); var statement = connection.createStatement()) {
            statement.execute("update millrace_ops.release_floor set oldest_release = 99");
        }

        List<Check> checks = ServiceChecks.run(settings(noFolder(), Map.of("millrace.database-url",
                uri(database), "millrace.redis-url", TestServers.redisUrl())));

        assertThat(checks).filteredOn(check -> check.name().equals("Schema")).singleElement().satisfies(check -> {
            assertThat(check.state()).isEqualTo(State.FAILED);
            assertThat(check.advice()).isEqualTo("Install a newer Millrace.");
        });
    }

    @Test
    void aRoleThatMayNotMakeSchemasFailsWithTheGrantItNeeds() {
        DatabaseAddress database = TestServers.emptyDatabase(false);

        assertThat(rights(database)).satisfies(check -> {
            assertThat(check.state()).isEqualTo(State.FAILED);
            assertThat(check.advice()).contains("grant create on database", database.user());
        });
    }

    @Test
    void aSchemaOfAnotherRoleFailsWithTheGrantItNeeds() {
        DatabaseAddress stranger = TestServers.emptyDatabase(true);
        DatabaseAddress migrated = TestServers.newDatabase();

        assertThat(rights(new DatabaseAddress(migrated.jdbcUrl(), stranger.user(), stranger.password(),
                migrated.readerPassword()))).satisfies(check -> {
                    assertThat(check.state()).isEqualTo(State.FAILED);
                    assertThat(check.advice()).contains("on schema millrace to " + stranger.user());
                });
    }

    private static Check rights(DatabaseAddress database) {
        return ServiceChecks
                .run(settings(noFolder(),
                        Map.of("millrace.database-url", uri(database), "millrace.redis-url", TestServers.redisUrl())))
                .stream().filter(check -> check.name().equals("Rights")).findFirst().orElseThrow();
    }

    @Test
    void beforeTheFirstStartTheEmbeddedServersAreTriedAndNothingIsLeft() throws Exception {
        Path parent = FOLDERS.createPlain();
        Files.setPosixFilePermissions(parent,
                PosixFilePermissions.fromString("rwx--x--x"));

        List<Check> checks = ServiceChecks.run(settings(DataFolder.at(parent.resolve("data")), Map.of()));

        assertThat(checks).allSatisfy(check -> assertThat(check.state()).as(check.toString()).isEqualTo(State.OK))
                .extracting(Check::name).contains("Embedded servers", "PostgreSQL", "Reader", "Redis");
        assertThat(checks).first().extracting(Check::detail).isEqualTo("start well in a trial folder");
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void aFolderThatCannotBeUsedFails() throws Exception {
        DataFolder folder = DataFolder
                .at(Files.writeString(FOLDERS.createPlain().resolve("file"), "not a folder").resolve("below"));

        MillraceSettings settings = settings(folder, Map.of());
        assertThat(MachineChecks.run(settings, Map.of("HTTPS_PROXY", NO_WAY_OUT)))
                .anySatisfy(check -> assertThat(check).extracting(Check::name, Check::state)
                        .containsExactly("Data folder", State.FAILED));
        assertThat(ServiceChecks.run(settings)).singleElement().extracting(Check::state)
                .isEqualTo(State.FAILED);
    }

    @Test
    void aProxyThatIsNoneAndACertificateFileThatIsNoneAreNamed() {
        assertThat(MachineChecks.run(settings(noFolder(), Map.of()),
                Map.of("HTTPS_PROXY", "http://ann:s3cret proxy")).toString())
                .contains("HTTPS_PROXY is not a proxy's address").doesNotContain("s3cret");
        assertThat(MachineChecks
                .run(settings(noFolder(), Map.of("millrace.ca-file", "/missing.pem")), Map.of()).toString())
                .contains("MILLRACE_CA_FILE");
    }

    private static MillraceProcess doctor(Map<String, String> services, String... arguments) {
        return doctorIn(FOLDERS.createPlain(), services, arguments);
    }

    private static MillraceProcess doctorIn(Path folder, Map<String, String> services, String... arguments) {
        Map<String, String> environment = new HashMap<>(services);
        environment.put("HTTPS_PROXY", NO_WAY_OUT);
        environment.put("NO_PROXY", "");
        String[] all = new String[arguments.length + 1];
        all[0] = "doctor";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return MillraceProcess.run(environment, folder, all);
    }

    private static Map<String, String> externalServices() {
        return Map.of("MILLRACE_DATABASE_URL", uri(TestServers.newDatabase()), "MILLRACE_REDIS_URL",
                TestServers.redisUrl());
    }

    private static MillraceSettings withRedis(String redisUrl) {
        return settings(noFolder(),
                Map.of("millrace.database-url", uri(TestServers.newDatabase()), "millrace.redis-url", redisUrl));
    }

    private static MillraceSettings settings(DataFolder folder, Map<String, String> others) {
        Map<String, String> all = new HashMap<>(others);
        all.put("millrace.data-dir", folder.root().toString());
        return MillraceSettings.load(all);
    }

    private static Check redisAmong(List<Check> checks) {
        return checks.stream().filter(check -> check.name().equals("Redis")).findFirst().orElseThrow();
    }

    private static String uri(DatabaseAddress database) {
        return database.asUri(database.user(), database.password());
    }

    private static DataFolder noFolder() {
        return DataFolder.at(Path.of("target", "never-made"));
    }
}

package dev.millrace.runtime;

import dev.millrace.runtime.EmbeddedServers.Needs;
import dev.millrace.testing.DataFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Whatever an earlier start left behind, the next one either works or says in one sentence why not. */
class EmbeddedStartTests {
    private static final Needs POSTGRES = new Needs(true, false);

    @RegisterExtension
    static final DataFolders FOLDERS = new DataFolders();

    /** A folder whose database was made and then closed; each test opens and closes it again. */
    private static DataFolder used;

    @BeforeAll
    static void useOnce() throws SQLException {
        used = FOLDERS.create();
        try (EmbeddedServers servers = EmbeddedServers.open(used, POSTGRES)) {
            TestSql.run(servers.database(), "create table kept (note text); insert into kept values ('still here')");
        }
    }

    @Test
    void whatKilledProcessesLeftIsTidiedAway() throws IOException {
        DataFolder folder = FOLDERS.create();
        long nobody = 4_194_304_000L; // above any process number
        Path stale = folder.secrets().resolve("server-" + nobody + ".json");
        Path draft = folder.secrets().resolve("secret.key.draft-" + nobody);
        Path live = folder.secrets().resolve("server-" + ProcessHandle.current().pid() + ".json");
        Path password = folder.root().resolve("postgres.password");
        for (Path file : List.of(stale, draft, live, password)) {
            Files.writeString(file, "{}");
        }

        EmbeddedServers.open(folder, Needs.BOTH).close();

        assertThat(List.of(stale, draft, password)).allSatisfy(file -> assertThat(file).doesNotExist());
        assertThat(live).exists();
    }

    @Test
    void dataSurvivesAndTheAddressStays() throws SQLException {
        String address;
        try (EmbeddedServers servers = EmbeddedServers.open(used, POSTGRES)) {
            address = servers.database().jdbcUrl();
            TestSql.run(servers.database(), "insert into kept values ('and more')");
        }

        try (EmbeddedServers servers = EmbeddedServers.open(used, POSTGRES)) {
            assertThat(servers.database().jdbcUrl()).isEqualTo(address);
            assertThat(TestSql.ask(servers.database(), "select string_agg(note, ', ' order by note) from kept"))
                    .isEqualTo("and more, still here");
        }
        assertThat(Orphans.in(used.postgres())).isEmpty();
    }

    @Test
    void aPidFileWithTheNumberOfSomebodyElseHindersNoStartAndHarmsNobody() throws Exception {
        // Of the same user as the server would be: only then does PostgreSQL itself take the file at its word.
        Process somebody = new ProcessBuilder(unprivileged("sleep", "600")).start();
        try {
            Files.writeString(used.postgres().resolve("postmaster.pid"),
                    "%d\n%s\n1700000000\n5432\n\n127.0.0.1\n  1234567        42\nready   \n".formatted(somebody.pid(),
                            used.postgres()));

            assertThat(noteKept()).isEqualTo("still here");
            assertThat(somebody.isAlive()).isTrue();
        } finally {
            somebody.destroyForcibly();
        }
    }

    @Test
    void anOrphanThatStillHoldsTheFolderIsEnded() throws Exception {
        ServerProcess orphan = ServerProcess.start(
                List.of(EmbeddedBinaries.postgres(used).resolve("bin/postgres").toString(), "-D",
                        used.postgres().toString(), "-c", "listen_addresses=127.0.0.1", "-c",
                        "port=" + Loopback.freePort(0), "-c", "unix_socket_directories="),
                used.postgres(), used.logs().resolve("orphan.log"), "");
        await().until(() -> Files.readString(used.logs().resolve("orphan.log")).contains("ready to accept"));

        assertThat(noteKept()).isEqualTo("still here");
        await().untilAsserted(() -> assertThat(orphan.isAlive()).isFalse());
    }

    @Test
    void aPersonWhoLooksAroundInTheFolderIsLeftAlone() throws Exception {
        Process person = new ProcessBuilder("sleep", "600").directory(used.postgres().toFile()).start();
        try {
            assertThat(noteKept()).isEqualTo("still here");
            assertThat(person.isAlive()).isTrue();
        } finally {
            person.destroyForcibly();
        }
    }

    @Test
    void aFirstStartThatWasKilledInTheMiddleIsBegunAnew() throws Exception {
        DataFolder folder = FOLDERS.create().prepare();
        Path draft = Files.createDirectory(folder.root().resolve("postgres.draft"));
        if (Posix.isRoot()) {
            Posix.giveTo(Posix.unprivilegedUser(), draft);
        }
        Process killed = new ProcessBuilder(unprivileged(EmbeddedBinaries.postgres(folder).resolve("bin/initdb")
                .toString(), "--pgdata", draft.toString(), "--auth", "trust")).directory(draft.toFile())
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        await().pollInterval(Duration.ofMillis(5)).until(() -> Files.exists(draft.resolve("PG_VERSION")));

        try (EmbeddedServers servers = EmbeddedServers.open(folder, POSTGRES)) {
            assertThat(TestSql.ask(servers.database(), "select current_user")).isEqualTo("millrace");
        }
        assertThat(killed.isAlive()).isFalse();
        assertThat(draft).doesNotExist();
    }

    @Test
    void aLostPasswordFileIsNamed() throws IOException {
        DataFolder folder = FOLDERS.create().prepare();
        Files.createDirectory(folder.postgres());

        assertRefused(folder, "credentials.json is missing", "restore it from a backup");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}", "null", "{\"superuser\":\"a\"}"})
    void aDamagedPasswordFileIsNamed(String content) throws IOException {
        DataFolder folder = FOLDERS.create().prepare();
        Files.createDirectory(folder.postgres());
        Files.writeString(folder.secrets().resolve("credentials.json"), content);

        assertRefused(folder, "credentials.json is damaged", "restore it from a backup");
    }

    @Test
    void aPasswordFileFromAnotherInstallationIsRefused() throws IOException {
        Path file = used.secrets().resolve("credentials.json");
        String right = Files.readString(file);
        DataFolder.writeSecret(file, "{\"superuser\":\"a\",\"owner\":\"b\",\"reader\":\"c\"}");
        try {
            assertRefused(used, "does not accept the password", "from the same backup");
            assertThat(Orphans.in(used.postgres())).isEmpty();
        } finally {
            DataFolder.writeSecret(file, right);
        }
    }

    @ParameterizedTest
    @CsvSource({"17,was made by PostgreSQL 17", "'',is damaged", "gibberish,is damaged"})
    void aDatabaseThatThisReleaseCannotReadIsRefused(String version, String sentence) throws IOException {
        DataFolder folder = FOLDERS.create().prepare();
        Credentials.of(folder);
        Files.createDirectory(folder.postgres());
        Files.writeString(folder.postgres().resolve("PG_VERSION"), version);

        assertRefused(folder, sentence);
    }

    @Test
    void aDatabaseWithoutItsVersionFileIsCalledDamaged() throws IOException {
        DataFolder folder = FOLDERS.create().prepare();
        Credentials.of(folder);
        Files.createDirectory(folder.postgres());

        assertRefused(folder, "is damaged", "PG_VERSION", "Restore it from a backup");
    }

    @Test
    void aDatabaseThatLostAFileIsRefusedWithItsOwnWords() throws IOException {
        Path file = used.postgres().resolve("global/pg_control");
        byte[] content = Files.readAllBytes(file);
        Files.write(file, new byte[0]);
        try {
            assertRefused(used, "PostgreSQL did not start", "postgres.log");
        } finally {
            Files.write(file, content);
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws IOException {
        Path file = Files.writeString(FOLDERS.createPlain().resolve("file"), "not a folder");

        assertRefused(DataFolder.at(file), file.toString(), "MILLRACE_DATA_DIR");
        assertRefused(DataFolder.at(file.resolve("below")), "below", "MILLRACE_DATA_DIR");
        assertRefused(DataFolder.at(Path.of("/proc/millrace")), "/proc/millrace", "MILLRACE_DATA_DIR");
    }

    @Test
    void rootLearnsThatTheServersUserMayNotEnterTheFolder() throws IOException {
        Assumptions.assumeTrue(Posix.isRoot());
        Path closed = FOLDERS.createPlain();
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        DataFolder folder = DataFolder.at(Files.createDirectory(closed.resolve("data")));

        assertRefused(folder, Posix.unprivilegedUser(), "MILLRACE_DATA_DIR");
        assertThatExceptionOfType(CannotStart.class)
                .isThrownBy(() -> EmbeddedServers.open(folder, new Needs(false, true)))
                .withMessageContainingAll(Posix.unprivilegedUser(), "MILLRACE_DATA_DIR");
    }

    @Test
    void aFullDiskIsNamed() throws IOException {
        Path disk = FOLDERS.createPlain();
        Assumptions.assumeTrue(Posix.isRoot()
                && Posix.succeeds("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk.toString()),
                "only root can make a small disk");
        try {
            assertRefused(DataFolder.at(disk), "is full", "free some space", "MILLRACE_DATA_DIR");
            Files.write(disk.resolve("filling"), new byte[15 << 20]);
            assertRefused(DataFolder.at(disk), "is full", "free some space", "MILLRACE_DATA_DIR");
        } finally {
            Posix.succeeds("umount", disk.toString());
        }
    }

    @Test
    void aRefusedStartLeavesTheFolderToOthers() {
        DataFolder folder = FOLDERS.create().prepare();
        folder.postgres().toFile().mkdir();
        assertRefused(folder, "credentials.json is missing");
        folder.postgres().toFile().delete();

        try (EmbeddedServers servers = EmbeddedServers.open(folder, new Needs(false, true))) {
            assertThat(servers.isOwner()).isTrue();
        }
    }

    private static String noteKept() throws SQLException {
        try (EmbeddedServers servers = EmbeddedServers.open(used, POSTGRES)) {
            return TestSql.ask(servers.database(), "select note from kept where note like 'still%'");
        }
    }

    private static void assertRefused(DataFolder folder, String... words) {
        assertThatExceptionOfType(CannotStart.class).isThrownBy(() -> EmbeddedServers.open(folder, POSTGRES))
                .withMessageContainingAll(words).satisfies(Sentence::requireOne);
    }

    private static List<String> unprivileged(String... command) {
        List<String> whole = new ArrayList<>();
        if (Posix.isRoot()) {
            whole.add("setpriv");
            whole.addAll(ServerProcess.asUnprivileged());
            whole.add("--");
        }
        whole.addAll(List.of(command));
        return whole;
    }
}

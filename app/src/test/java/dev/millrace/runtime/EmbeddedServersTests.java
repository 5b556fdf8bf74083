package dev.millrace.runtime;

import dev.millrace.runtime.EmbeddedServers.Needs;
import dev.millrace.testing.DataFolders;
import dev.millrace.testing.Redis;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What holds while the servers of a data folder run. */
class EmbeddedServersTests {
    @RegisterExtension
    static final DataFolders FOLDERS = new DataFolders();

    private static DataFolder folder;
    private static EmbeddedServers servers;

    @BeforeAll
    static void start() {
        folder = FOLDERS.create();
        servers = EmbeddedServers.open(folder, Needs.BOTH);
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fsync", "synchronous_commit", "full_page_writes"})
    void whatIsCommittedIsOnDisk(String setting) throws SQLException {
        assertThat(TestSql.ask(servers.database(), "show " + setting)).isEqualTo("on");
    }

    @ParameterizedTest
    @CsvSource({"millrace,wrong", "millrace_reader,wrong", "postgres,wrong"})
    void nobodyGetsInWithoutTheRightPassword(String role, String password) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> DriverManager.getConnection(servers.database().jdbcUrl(), role, password).close())
                .satisfies(refused -> assertThat(refused.getSQLState()).isEqualTo("28P01"));
    }

    @Test
    void passwordsAreKeptAsScramHashes() throws Exception {
        DatabaseAddress administrator = new DatabaseAddress(servers.database().jdbcUrl(), "postgres",
                Credentials.of(folder).superuser(), Optional.empty());

        assertThat(TestSql.ask(administrator,
                "select bool_and(rolpassword like 'SCRAM-SHA-256$%') from pg_authid where rolcanlogin")).isEqualTo("t");
        assertThat(Files.readString(folder.postgres().resolve("pg_hba.conf")).lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))).isNotEmpty()
                .allMatch(line -> line.endsWith("scram-sha-256"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"select lo_create(0)", "select lo_from_bytea(0, '')",
            "create temporary table mine (id int)",
            "create table millrace.mine (id int)"})
    void theReaderCannotWriteEvenWhereItSaysSo(String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(servers.database().jdbcUrl(), "millrace_reader",
                servers.database().readerPassword().orElseThrow()); var statement = connection.createStatement()) {
            statement.execute("set default_transaction_read_only = off");

            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> statement.execute(sql))
                    .satisfies(refused -> assertThat(refused.getSQLState()).isIn("42501", "3F000"));
        }
    }

    @Test
    void redisAsksForItsPassword() {
        URI address = URI.create(servers.redisUrl());

        assertThat(Redis.ping(address)).isEqualTo("PONG");
        assertThatThrownBy(() -> Redis.ping(URI.create("redis://127.0.0.1:" + address.getPort())))
                .hasStackTraceContaining("NOAUTH");
    }

    @Test
    void theServersListenOnTheirLoopbackAddressAndNoOther() throws IOException {
        for (int port : new int[]{port(servers), URI.create(servers.redisUrl()).getPort()}) {
            assertThat(accepts("127.0.0.1", port)).isTrue();
            assertThat(accepts("127.0.0.2", port)).isFalse();
        }
    }

    @Test
    void secretsAreForThisUserOnly() throws IOException {
        assertThat(permissions(folder.secrets())).isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(folder.secrets())) {
            assertThat(files).contains(folder.secrets().resolve("credentials.json"))
                    .allSatisfy(file -> assertThat(permissions(file)).as(file.toString()).isEqualTo("rw-------"));
        }
        assertThat(folder.root().resolve("postgres.password")).doesNotExist();
    }

    @Test
    void aSecondOneJoinsTheFirstAndHearsOfItsEnd() throws Exception {
        DataFolder shared = FOLDERS.create();
        EmbeddedServers owner = EmbeddedServers.open(shared, new Needs(false, true));
        EmbeddedServers guest = EmbeddedServers.open(shared, new Needs(false, true));
        CountDownLatch gone = new CountDownLatch(1);
        guest.whenGone(gone::countDown);

        assertThat(owner.isOwner()).isTrue();
        assertThat(guest.isOwner()).isFalse();
        assertThat(guest.ownerPid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(Redis.ping(URI.create(guest.redisUrl()))).isEqualTo("PONG");
        assertThat(gone.getCount()).isEqualTo(1);

        owner.close();
        assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(EmbeddedServers.join(shared)).isEmpty();
    }

    @Test
    void aGuestThatLeavesTakesNothingWithItAndIsNotCalledBack() throws Exception {
        EmbeddedServers guest = EmbeddedServers.open(folder, Needs.BOTH);
        CountDownLatch gone = new CountDownLatch(1);
        guest.whenGone(gone::countDown);

        guest.close();

        assertThat(gone.await(700, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(TestSql.ask(servers.database(), "select 1")).isEqualTo("1");
        assertThat(EmbeddedServers.join(folder)).get().extracting(EmbeddedServers::isOwner).isEqualTo(false);
    }

    /** A terminal sends Ctrl-C to its whole session; the servers must outlive it until running work has ended. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aTerminalsInterruptDoesNotReachTheServers() throws IOException {
        String ourSession = session(ProcessHandle.current());

        assertThat(both()).hasSizeGreaterThan(1)
                .allSatisfy(server -> assertThat(session(server)).isNotEqualTo(ourSession));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theServersDoNotSeeOurEnvironment() throws IOException {
        assertThat(both()).hasSizeGreaterThan(1).allSatisfy(server -> assertThat(
                Files.readString(Path.of("/proc", Long.toString(server.pid()), "environ")).split("\0")).allMatch(
                        variable -> variable.matches("(PATH|TMPDIR|LC_ALL|PG.*|OOM.*|PWD|SHLVL|_)=.*")));
    }

    @Test
    void aRedisThatEndedIsStartedAgainWhereEverybodyExpectsIt() {
        DataFolder shared = FOLDERS.create();
        try (EmbeddedServers owner = EmbeddedServers.open(shared, new Needs(false, true))) {
            owner.whenGone(() -> {});
            Orphans.in(shared.redis()).forEach(ProcessHandle::destroyForcibly);

            Awaitility.await().ignoreExceptions().until(() -> Redis.ping(URI.create(owner.redisUrl())).equals("PONG"));
        }
    }

    private static List<ProcessHandle> both() {
        return Stream.concat(Orphans.in(folder.postgres()).stream(), Orphans.in(folder.redis()).stream()).toList();
    }

    private static String session(ProcessHandle process) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[3];
    }

    @Test
    void joiningAnUnknownFolderStartsNothing() {
        DataFolder empty = DataFolder.at(FOLDERS.createPlain());

        assertThat(EmbeddedServers.join(empty)).isEmpty();
        assertThat(empty.root()).isEmptyDirectory();
    }

    @Test
    void whoNeedsMoreThanTheOwnerRunsIsToldSo() {
        DataFolder shared = FOLDERS.create();
        try (EmbeddedServers _ = EmbeddedServers.open(shared, new Needs(false, true))) {
            assertThatExceptionOfType(CannotStart.class).isThrownBy(() -> EmbeddedServers.open(shared, Needs.BOTH))
                    .withMessageContaining("give both the same MILLRACE_DATABASE_URL and MILLRACE_REDIS_URL");
        }
    }

    private static int port(EmbeddedServers servers) {
        return URI.create(servers.database().jdbcUrl().substring("jdbc:".length())).getPort();
    }

    private static boolean accepts(String address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 2000);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}

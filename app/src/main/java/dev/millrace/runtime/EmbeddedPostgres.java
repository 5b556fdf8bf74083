package dev.millrace.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real PostgreSQL under the data folder: durable, on loopback only, with passwords.
 *
 * <p>What the well-known embedded launchers switch off for the sake of tests (fsync, passwords) stays on here, since
 * people keep their data in it.
 */
final class EmbeddedPostgres {
    private static final Logger log = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final String PASSWORD_FILE = "postgres.password";
    private static final String MAJOR_VERSION = "18";
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);
    private static final Duration START_PATIENCE = Duration.ofMinutes(5);

    private final ServerProcess server;
    private final int port;

    private EmbeddedPostgres(ServerProcess server, int port) {
        this.server = server;
        this.port = port;
    }

    static EmbeddedPostgres start(DataFolder folder, Credentials credentials, int preferredPort) {
        Path programs = EmbeddedBinaries.postgres(folder);
        requireWholePrograms(programs);
        deleteQuietly(folder.root().resolve(PASSWORD_FILE)); // of a first start that was killed
        ServerProcess.requireEntry(programs.resolve("bin"));
        if (!Files.exists(folder.postgres())) {
            initialise(folder, programs, credentials);
        }
        requireSameMajorVersion(folder.postgres());
        clearAway(folder.postgres());
        EmbeddedPostgres postgres = launch(folder, programs, credentials, preferredPort);
        postgres.ensureRolesAndDatabase(credentials);
        return postgres;
    }

    int port() {
        return port;
    }

    boolean isAlive() {
        return server.isAlive();
    }

    void stop() {
        server.stop(STOP_PATIENCE);
    }

    /** Made under another name and renamed when it is whole: a crash in the middle is as if nothing had happened. */
    private static void initialise(DataFolder folder, Path programs, Credentials credentials) {
        log.info("Making a PostgreSQL database in {}", folder.postgres());
        Path draft = folder.root().resolve("postgres.draft");
        Path password = draft.resolveSibling(PASSWORD_FILE);
        try {
            Orphans.end(draft);
            EmbeddedBinaries.deleteAll(draft);
            Files.createDirectory(draft);
            DataFolder.writeSecret(password, credentials.superuser());
            if (Posix.isRoot()) {
                Posix.giveTo(Posix.unprivilegedUser(), draft);
                Posix.giveTo(Posix.unprivilegedUser(), password);
            }
            Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwx------"));
            ServerProcess.run(List.of(programs.resolve("bin/initdb").toString(), "--pgdata", draft.toString(),
                    "--username", "postgres",
                    "--pwfile", password.toString(), "--auth", "scram-sha-256", "--encoding", "UTF8",
                    "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8", "--locale", "C"), draft);
            Files.move(draft, folder.postgres(), StandardCopyOption.ATOMIC_MOVE);
            DataFolder.keepNames(folder.root());
        } catch (IOException e) {
            throw new CannotStart("No database could be made in %s: %s.".formatted(folder.root(), e.getMessage()), e);
        } finally {
            deleteQuietly(password);
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            log.warn("{} could not be deleted; it holds a password, delete it by hand", file, e);
        }
    }

    private static void requireWholePrograms(Path programs) {
        if (!Files.isExecutable(programs.resolve("bin/postgres"))
                || !Files.isDirectory(programs.resolve("share/postgresql"))) {
            throw new CannotStart(
                    "The programs of the embedded PostgreSQL in %s are damaged: delete that folder and start again; the data is elsewhere."
                            .formatted(programs));
        }
    }

    private static void requireSameMajorVersion(Path data) {
        try {
            String made = Files.readString(data.resolve("PG_VERSION")).strip();
            if (!made.matches("[1-9][0-9.]*")) {
                throw new IOException("PG_VERSION names no version");
            }
            if (!made.equals(MAJOR_VERSION)) {
                throw new CannotStart(
                        "The database in %s was made by PostgreSQL %s and this release brings PostgreSQL %s: export it with the release that made it."
                                .formatted(data, made, MAJOR_VERSION));
            }
        } catch (NoSuchFileException e) {
            throw new CannotStart("The database in %s is damaged: %s is missing. Restore it from a backup."
                    .formatted(data, e.getFile()), e);
        } catch (IOException e) {
            throw new CannotStart(
                    "The database in %s is damaged: %s. Restore it from a backup.".formatted(data, e.getMessage()), e);
        }
    }

    /** After this nobody works in the folder and no pid file claims so, whoever owns that number now. */
    private static void clearAway(Path data) {
        Orphans.end(data);
        deleteQuietly(data.resolve("postmaster.pid"));
    }

    private static EmbeddedPostgres launch(DataFolder folder, Path programs, Credentials credentials,
            int preferredPort) {
        Path file = folder.logs().resolve("postgres.log");
        CannotStart reason = new CannotStart("PostgreSQL found no free port.");
        for (int attempt = 1; attempt <= 3; attempt++) {
            int port = Loopback.freePort(attempt == 1 ? preferredPort : 0);
            long logStart = length(file);
            ServerProcess server = ServerProcess.start(command(programs, folder.postgres(), port), folder.postgres(),
                    file, "");
            EmbeddedPostgres postgres = new EmbeddedPostgres(server, port);
            if (postgres.awaitReady(credentials)) {
                return postgres;
            }
            String said = readFrom(file, logStart);
            reason = new CannotStart(ServerLog.explain("PostgreSQL", said) + " (the whole story is in " + file + ")");
            if (!said.contains("Address already in use")) {
                break; // somebody took the port in between: only that is worth another try
            }
        }
        throw reason;
    }

    private static List<String> command(Path programs, Path data, int port) {
        return Stream.concat(Stream.of(programs.resolve("bin/postgres").toString(), "-D", data.toString()),
                Stream.of("listen_addresses=" + Loopback.ADDRESS, "port=" + port, "unix_socket_directories=",
                        "fsync=on", "synchronous_commit=on", "full_page_writes=on",
                        "max_connections=200", "shared_buffers=256MB", "max_wal_size=2GB",
                        // A forgotten transaction holds back vacuum for everyone.
                        "idle_in_transaction_session_timeout=5min",
                        "timezone=UTC", "log_timezone=UTC", "log_line_prefix=%m [%p] ")
                        .flatMap(setting -> Stream.of("-c", setting)))
                .toList();
    }

    /** False if the server ended; a crash recovery may take its time and is waited for. */
    private boolean awaitReady(Credentials credentials) {
        Instant end = Instant.now().plus(START_PATIENCE);
        while (server.isAlive()) {
            try (Connection _ = connect("postgres", "postgres", credentials.superuser())) {
                return true;
            } catch (SQLException e) {
                if ("28P01".equals(e.getSQLState())) {
                    server.stop(STOP_PATIENCE);
                    throw new CannotStart(
                            "The database does not accept the password in private/credentials.json: restore that file and the database from the same backup.",
                            e);
                }
                if (Instant.now().isAfter(end)) {
                    server.stop(STOP_PATIENCE);
                    throw new CannotStart("PostgreSQL was not ready after %d minutes: %s"
                            .formatted(START_PATIENCE.toMinutes(), e.getMessage()), e);
                }
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        }
        return false;
    }

    /** Repeated at each start: a start may have been killed between any two of these steps. */
    private void ensureRolesAndDatabase(Credentials credentials) {
        try (Connection connection = connect("postgres", "postgres", credentials.superuser());
                var statement = connection.createStatement()) {
            for (String role : List.of("millrace", "millrace_reader")) {
                if (!statement.executeQuery("select from pg_roles where rolname = '%s'".formatted(role)).next()) {
                    statement.execute("create role " + role);
                }
            }
            statement.execute(
                    "alter role millrace login createdb createrole password '%s'".formatted(credentials.owner()));
            statement.execute("alter role millrace_reader login password '%s'".formatted(credentials.reader()));
            statement.execute("alter role millrace_reader set default_transaction_read_only = on");
            boolean exists = statement.executeQuery("select from pg_database where datname = 'millrace'").next();
            if (!exists) {
                statement.execute("create database millrace owner millrace");
            }
            keepReaderReading(credentials);
        } catch (SQLException e) {
            stop();
            throw new CannotStart("The database could not be set up: %s.".formatted(e.getMessage()), e);
        }
    }

    /** What PostgreSQL lets everybody do without owning a table: large objects and temporary tables are written too. */
    private void keepReaderReading(Credentials credentials) throws SQLException {
        try (Connection connection = connect("millrace", "postgres", credentials.superuser());
                var statement = connection.createStatement()) {
            statement.execute("revoke temporary on database millrace from public");
            statement.execute("grant temporary on database millrace to millrace");
            statement.execute("""
                    revoke execute on function lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) from public
                    """);
        }
    }

    private Connection connect(String database, String user, String password) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "5");
        return DriverManager.getConnection("jdbc:postgresql://%s:%d/%s".formatted(Loopback.ADDRESS, port, database),
                properties);
    }

    private static long length(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String readFrom(Path file, long start) {
        try (var in = Files.newInputStream(file)) {
            in.skipNBytes(start);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

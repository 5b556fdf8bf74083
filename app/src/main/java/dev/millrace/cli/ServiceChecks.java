package dev.millrace.cli;

import dev.millrace.runtime.BackingServices;
import dev.millrace.runtime.CannotStart;
import dev.millrace.runtime.DataFolder;
import dev.millrace.runtime.DatabaseAddress;
import dev.millrace.runtime.EmbeddedServers;
import dev.millrace.runtime.EmbeddedServers.Needs;
import dev.millrace.runtime.MillraceSettings;
import dev.millrace.runtime.RedisLink;
import dev.millrace.runtime.RedisVersion;
import dev.millrace.runtime.Release;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.util.FileSystemUtils;

/** The doctor's look at PostgreSQL and Redis, embedded or not. */
final class ServiceChecks {
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(5);

    private ServiceChecks() {}

    static List<Check> run(MillraceSettings settings) {
        Optional<String> databaseUrl = settings.databaseUrl();
        Optional<String> redisUrl = settings.redisUrl();
        if (databaseUrl.isPresent() && redisUrl.isPresent()) {
            List<Check> checks = new ArrayList<>(postgres(databaseUrl.get(), settings.readerPassword()));
            checks.add(redis(redisUrl.get()));
            return checks;
        }
        try (Embedded embedded = Embedded.open(settings.dataFolder(),
                new Needs(databaseUrl.isEmpty(), redisUrl.isEmpty()))) {
            List<Check> checks = new ArrayList<>();
            checks.add(Check.ok("Embedded servers", embedded.detail()));
            checks.addAll(databaseUrl.isPresent()
                    ? postgres(databaseUrl.get(), settings.readerPassword())
                    : postgres(embedded.servers().database()));
            checks.add(redis(redisUrl.orElseGet(embedded.servers()::redisUrl)));
            return checks;
        } catch (CannotStart e) {
            return List.of(Check.failed("Embedded servers", "cannot be started", String.valueOf(e.getMessage())));
        }
    }

    /** The servers of the folder; where there is no folder yet, a try in one that is thrown away. */
    private record Embedded(EmbeddedServers servers, DataFolder folder, boolean isTrial) implements AutoCloseable {
        static Embedded open(DataFolder folder, Needs needs) {
            if (Files.exists(folder.root())) {
                return new Embedded(EmbeddedServers.open(folder, needs), folder, false);
            }
            // Beside the folder to be, since what hinders there (rights, room) does not hinder in another place.
            DataFolder trial = trialBeside(folder);
            try {
                return new Embedded(EmbeddedServers.open(trial, needs), trial, true);
            } catch (CannotStart e) {
                delete(trial);
                throw e;
            }
        }

        private static DataFolder trialBeside(DataFolder folder) {
            Path place = MachineChecks.existing(folder.root());
            try {
                return DataFolder.at(Files.createTempDirectory(place, "millrace-doctor-"));
            } catch (IOException e) {
                throw new CannotStart(
                        "No folder can be made in %s: make it writable for this user, or choose another with MILLRACE_DATA_DIR."
                                .formatted(place),
                        e);
            }
        }

        private static void delete(DataFolder folder) {
            try {
                FileSystemUtils.deleteRecursively(folder.root());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String detail() {
            return isTrial
                    ? "start well in a trial folder"
                    : servers.isOwner() ? "start well" : "run in process " + servers.ownerPid();
        }

        @Override
        public void close() {
            servers.close();
            if (isTrial) {
                delete(folder);
            }
        }
    }

    private static List<Check> postgres(String url, Optional<String> readerPassword) {
        try {
            return postgres(DatabaseAddress.parse(url, readerPassword));
        } catch (CannotStart e) {
            return List.of(Check.failed("PostgreSQL", "address", String.valueOf(e.getMessage())));
        }
    }

    private static List<Check> postgres(DatabaseAddress address) {
        try (Connection connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
                Statement statement = connection.createStatement()) {
            Check version = version(connection);
            Check rights = rights(statement, address.user());
            return rights.state() == Check.State.OK
                    ? List.of(version, rights, reader(statement, address), schema(statement), clock(statement))
                    : List.of(version, rights, clock(statement)); // without rights the rest cannot be looked at
        } catch (SQLException e) {
            return List.of(Check.failed("PostgreSQL", "%s: %s".formatted(address.jdbcUrl(), e.getMessage()),
                    "Check host, port, database, user and password in MILLRACE_DATABASE_URL, and that the server lets this machine in (pg_hba.conf)."));
        }
    }

    private static Check version(Connection connection) throws SQLException {
        String version = connection.getMetaData().getDatabaseProductVersion();
        return connection.getMetaData().getDatabaseMajorVersion() >= BackingServices.OLDEST_POSTGRES
                ? Check.ok("PostgreSQL", version)
                : Check.failed("PostgreSQL", version,
                        "Millrace needs version %d or later.".formatted(BackingServices.OLDEST_POSTGRES));
    }

    private static Check rights(Statement statement, String user) throws SQLException {
        for (String schema : List.of("millrace", "millrace_ops")) {
            boolean exists = isTrue(statement, "select to_regnamespace('%s') is not null".formatted(schema));
            if (exists && !isTrue(statement, "select has_schema_privilege('%s', 'create, usage')".formatted(schema))) {
                return Check.failed("Rights", "%s may not make tables in the schema %s".formatted(user, schema),
                        "As administrator: grant create, usage on schema %s to %s; or name the schema's owner in MILLRACE_DATABASE_URL."
                                .formatted(schema, user));
            }
            if (!exists && !isTrue(statement, "select has_database_privilege(current_database(), 'create')")) {
                return Check.failed("Rights", user + " may not make schemas",
                        "As administrator: grant create on database … to %s;".formatted(user));
            }
        }
        return Check.ok("Rights", user + " may make schemas and tables");
    }

    private static Check reader(Statement statement, DatabaseAddress address) throws SQLException {
        if (!isTrue(statement, "select exists (select from pg_roles where rolname = 'millrace_reader')")) {
            boolean mayMakeRoles = isTrue(statement,
                    "select rolcreaterole or rolsuper from pg_roles where rolname = current_user");
            return mayMakeRoles
                    ? Check.ok("Reader", "the first start makes the role millrace_reader")
                    : Check.warning("Reader", "the role millrace_reader is missing",
                            "As administrator: create role millrace_reader; then, as the owner: select millrace_ops.grant_to_reader();");
        }
        return address.readerPassword().map(password -> reader(address.jdbcUrl(), password))
                .orElseGet(() -> Check.warning("Reader", "the role millrace_reader has no known password",
                        "Set MILLRACE_READER_PASSWORD to let people connect with SQL."));
    }

    private static Check reader(String jdbcUrl, String password) {
        try (Connection _ = DriverManager.getConnection(jdbcUrl, SqlCommand.READER, password)) {
            return Check.ok("Reader", "the role millrace_reader can sign in");
        } catch (SQLException e) {
            return Check.warning("Reader", "the role millrace_reader cannot sign in (%s)".formatted(e.getMessage()),
                    "The next start of the server sets MILLRACE_READER_PASSWORD where it may; else, as administrator: alter role millrace_reader login password '…';");
        }
    }

    private static Check schema(Statement statement) throws SQLException {
        if (!isTrue(statement, "select to_regclass('millrace_ops.release_floor') is not null")) {
            return Check.ok("Schema", "the first start makes it");
        }
        try (var floor = statement.executeQuery("select oldest_release from millrace_ops.release_floor")) {
            floor.next();
            int oldest = floor.getInt(1);
            return oldest <= Release.NUMBER
                    ? Check.ok("Schema", "fits this release")
                    : Check.failed("Schema", "needs release %d, this is %d".formatted(oldest, Release.NUMBER),
                            "Install a newer Millrace.");
        }
    }

    private static Check clock(Statement statement) throws SQLException {
        Instant before = Instant.now();
        try (var now = statement.executeQuery("select clock_timestamp()")) {
            now.next();
            Duration difference = Duration.between(before, now.getTimestamp(1).toInstant()).abs();
            return difference.compareTo(CLOCK_TOLERANCE) <= 0
                    ? Check.ok("Database clock", "agrees with this machine's")
                    : Check.warning("Database clock", "differs by %d s".formatted(difference.toSeconds()),
                            "Set both machines' clocks by a time server (NTP).");
        }
    }

    private static boolean isTrue(Statement statement, String question) throws SQLException {
        try (var answer = statement.executeQuery(question)) {
            return answer.next() && answer.getBoolean(1);
        }
    }

    private static Check redis(String url) {
        RedisURI address;
        try {
            address = RedisLink.address(url);
        } catch (CannotStart e) {
            return Check.failed("Redis", "address", String.valueOf(e.getMessage()));
        }
        address.setTimeout(Duration.ofSeconds(3));
        try (RedisClient client = RedisClient.create(address); var connection = client.connect()) {
            return redis(connection.sync());
        } catch (RedisException e) {
            return Check.warning("Redis",
                    "%s:%d does not answer (%s)".formatted(address.getHost(), address.getPort(), e.getMessage()),
                    "Work goes on without it, a little later than usual. Check MILLRACE_REDIS_URL and that Redis runs.");
        }
    }

    private static Check redis(RedisCommands<String, String> redis) {
        RedisVersion version = RedisVersion.in(redis.info("server"));
        redis.xadd("millrace:doctor", Map.of("hello", "doctor"));
        redis.del("millrace:doctor");
        return version.isNewEnough()
                ? Check.ok("Redis", version.text() + ", may write streams")
                : Check.failed("Redis", version.text(),
                        "Millrace needs version %s or later.".formatted(RedisVersion.OLDEST));
    }
}

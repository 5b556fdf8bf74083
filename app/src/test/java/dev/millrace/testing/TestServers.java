package dev.millrace.testing;

import dev.millrace.runtime.DataFolder;
import dev.millrace.runtime.DatabaseAddress;
import dev.millrace.runtime.EmbeddedServers;
import dev.millrace.runtime.EmbeddedServers.Needs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.flywaydb.core.Flyway;
import org.springframework.util.FileSystemUtils;

/** One real PostgreSQL and one real Redis for the whole run, started by the product's own launcher. */
public final class TestServers {
    private static final String TEMPLATE = "millrace_template";
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final DataFolder FOLDER = newFolder();
    private static final EmbeddedServers SERVERS = start();

    private TestServers() {}

    /** A database of its own, migrated by the same files as production. */
    public static DatabaseAddress newDatabase() {
        String name = "test_" + NUMBER.incrementAndGet();
        DatabaseAddress owner = SERVERS.database();
        synchronized (SERVERS) { // PostgreSQL copies a template for one at a time
            run(owner, "create database %s template %s".formatted(name, TEMPLATE));
        }
        return at(name);
    }

    /** An empty database and a role without any rights of its own; it may make schemas there if it is told so. */
    public static DatabaseAddress emptyDatabase(boolean mayMakeSchemas) {
        String name = "empty_" + NUMBER.incrementAndGet();
        DatabaseAddress owner = SERVERS.database();
        run(owner, "create database " + name);
        run(owner, "create role %s login password '%s'".formatted(name, name));
        if (mayMakeSchemas) {
            run(owner, "grant create on database %s to %s".formatted(name, name));
        }
        return new DatabaseAddress(at(name).jdbcUrl(), name, name, Optional.empty());
    }

    public static String redisUrl() {
        return SERVERS.redisUrl();
    }

    /** The unpacked programs, to be shared with other data folders. */
    static Path binaries() {
        return FOLDER.binaries();
    }

    private static DatabaseAddress at(String name) {
        DatabaseAddress owner = SERVERS.database();
        return new DatabaseAddress(owner.jdbcUrl().replaceAll("/[^/]+$", "/" + name), owner.user(), owner.password(),
                Optional.empty());
    }

    private static DataFolder newFolder() {
        try {
            return DataFolder.at(Files.createTempDirectory("millrace-test-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EmbeddedServers start() {
        EmbeddedServers servers = EmbeddedServers.open(FOLDER, Needs.BOTH);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(servers, FOLDER)));
        run(servers.database(), "create database " + TEMPLATE);
        DatabaseAddress owner = servers.database();
        migrate(new DatabaseAddress(owner.jdbcUrl().replaceAll("/[^/]+$", "/" + TEMPLATE), owner.user(),
                owner.password(), Optional.empty()));
        return servers;
    }

    /** Brings a database to the state of this release, by the same files as production. */
    public static void migrate(DatabaseAddress database) {
        Flyway.configure().dataSource(database.jdbcUrl(), database.user(), database.password())
                .defaultSchema("millrace_ops").schemas("millrace_ops", "millrace").createSchemas(true).load()
                .migrate();
    }

    private static void run(DatabaseAddress address, String sql) {
        try (var connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static void end(EmbeddedServers servers, DataFolder folder) {
        servers.close();
        try {
            FileSystemUtils.deleteRecursively(folder.root());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.millrace.runtime;

import dev.millrace.runtime.EmbeddedServers.Needs;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** PostgreSQL and Redis for this process: external ones where the settings name them, else embedded ones. */
public final class BackingServices implements AutoCloseable {
    public static final int OLDEST_POSTGRES = 15;

    private final DatabaseAddress database;
    private final String redisUrl;
    private final @Nullable EmbeddedServers embedded;

    private BackingServices(DatabaseAddress database, String redisUrl, @Nullable EmbeddedServers embedded) {
        this.database = database;
        this.redisUrl = redisUrl;
        this.embedded = embedded;
    }

    public static BackingServices open(MillraceSettings settings) {
        settings.dataFolder().prepare();
        Optional<DatabaseAddress> external = settings.databaseUrl()
                .map(url -> DatabaseAddress.parse(url, settings.readerPassword()));
        settings.redisUrl().ifPresent(RedisLink::address);
        external.ifPresent(BackingServices::requireUsable);
        Needs needs = new Needs(external.isEmpty(), settings.redisUrl().isEmpty());
        if (!needs.postgres() && !needs.redis()) {
            return new BackingServices(external.orElseThrow(), settings.redisUrl().orElseThrow(), null);
        }
        EmbeddedServers embedded = EmbeddedServers.open(settings.dataFolder(), needs);
        return new BackingServices(external.orElseGet(embedded::database),
                settings.redisUrl().orElseGet(embedded::redisUrl), embedded);
    }

    public DatabaseAddress database() {
        return database;
    }

    public String redisUrl() {
        return redisUrl;
    }

    /** The embedded servers behind this, if there are any. */
    public Optional<EmbeddedServers> embedded() {
        return Optional.ofNullable(embedded);
    }

    public boolean databaseIsEmbedded() {
        return embedded != null && database.equals(embedded.database());
    }

    boolean redisIsEmbedded() {
        return embedded != null && redisUrl.equals(embedded.redisUrl());
    }

    /** False once embedded servers are gone; an external database may be away and come back. */
    boolean areThere() {
        return embedded == null || embedded.isThere();
    }

    /** From now on an end of the servers is no surprise: where they share our terminal, its Ctrl-C ends them too. */
    public void expectEnd() {
        if (embedded != null) {
            embedded.expectEnd();
        }
    }

    @Override
    public void close() {
        if (embedded != null) {
            embedded.close();
        }
    }

    private static void requireUsable(DatabaseAddress address) {
        try (var connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password())) {
            int version = connection.getMetaData().getDatabaseMajorVersion();
            if (version < OLDEST_POSTGRES) {
                throw new CannotStart("The PostgreSQL at %s is version %d; Millrace needs %d or later."
                        .formatted(address.jdbcUrl(), version, OLDEST_POSTGRES));
            }
        } catch (SQLException e) {
            throw new CannotStart(
                    "The PostgreSQL at %s cannot be used (%s): check MILLRACE_DATABASE_URL, or run 'millrace doctor'."
                            .formatted(address.jdbcUrl(), e.getMessage()),
                    e);
        }
    }
}

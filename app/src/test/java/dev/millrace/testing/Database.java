package dev.millrace.testing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.millrace.runtime.DatabaseAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A database for one test class, made from the migrated template. Use as a static {@code @RegisterExtension}. */
public final class Database implements BeforeAllCallback, AfterAllCallback {
    private @Nullable DatabaseAddress address;
    private @Nullable HikariDataSource pool;

    @Override
    public void beforeAll(ExtensionContext context) {
        address = TestServers.newDatabase();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(address.jdbcUrl());
        config.setUsername(address.user());
        config.setPassword(address.password());
        config.setMaximumPoolSize(8);
        config.setMinimumIdle(0);
        pool = new HikariDataSource(config);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (pool != null) {
            pool.close();
        }
    }

    public DatabaseAddress address() {
        if (address == null) {
            throw new IllegalStateException("register this extension in a static field");
        }
        return address;
    }

    public DataSource dataSource() {
        if (pool == null) {
            throw new IllegalStateException("register this extension in a static field");
        }
        return pool;
    }

    public JdbcClient jdbc() {
        return JdbcClient.create(dataSource());
    }

    public TransactionTemplate transaction() {
        return new TransactionTemplate(new DataSourceTransactionManager(dataSource()));
    }

    /** Runs the work in a transaction of its own on this thread. */
    public void inTransaction(Runnable work) {
        transaction().executeWithoutResult(_ -> work.run());
    }

    /** Runs the work outside this thread's transaction, as another process would. */
    public static <T> T elsewhere(Supplier<T> work) {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            return CompletableFuture.supplyAsync(work, executor).join();
        }
    }
}

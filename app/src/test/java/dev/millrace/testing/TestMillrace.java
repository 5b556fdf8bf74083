package dev.millrace.testing;

import dev.millrace.Millrace;
import dev.millrace.access.LocalToken;
import dev.millrace.runtime.DatabaseAddress;
import dev.millrace.runtime.RunningMillrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.springframework.util.FileSystemUtils;

/**
 * A running Millrace with its own database on the shared servers.
 *
 * <p>{@link #shared()} is started once for the whole run; tests on it make their own users and look at their own things.
 * {@link #start} is for a test that needs other settings.
 */
public final class TestMillrace implements AutoCloseable {
    private static final class Shared {
        static final TestMillrace INSTANCE = start(Map.of());

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(INSTANCE::close));
        }
    }

    private final RunningMillrace running;
    private final Path folder;

    private TestMillrace(RunningMillrace running, Path folder) {
        this.running = running;
        this.folder = folder;
    }

    public static TestMillrace shared() {
        return Shared.INSTANCE;
    }

    public static TestMillrace start(Map<String, String> settings) {
        try {
            Path folder = Files.createTempDirectory("millrace-test-data-");
            DatabaseAddress database = TestServers.newDatabase();
            Map<String, String> all = new HashMap<>(Map.of("millrace.data-dir", folder.toString(), "millrace.port", "0", "millrace.log-level", "WARN",
                    "millrace.database-url", database.asUri(database.user(), database.password()), "millrace.redis-url", TestServers.redisUrl()));
            all.putAll(settings);
            return new TestMillrace(RunningMillrace.start(Millrace.class, all), folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public <T> T get(Class<T> type) {
        return running.get(type);
    }

    /** A client that has not signed in. */
    public Http stranger() {
        return new Http(running.localUrl(), "");
    }

    public Http as(String apiToken) {
        return new Http(running.localUrl(), apiToken);
    }

    public Http administrator() {
        return as(get(LocalToken.class).text());
    }

    /** A new member with an API token. */
    public Http member(String name) {
        return newUser(name, "MEMBER");
    }

    private Http newUser(String name, String role) {
        administrator().post("/api/users", Map.of("name", name, "role", role, "password", "password of " + name)).require(201);
        Http browser = stranger();
        return as(browser.signIn(name, "password of " + name).post("/api/tokens", Map.of("name", "test")).require(201).json().path("apiToken").asString());
    }

    @Override
    public void close() {
        running.close();
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

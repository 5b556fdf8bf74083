package dev.millrace.testing;

import dev.millrace.Millrace;
import dev.millrace.access.ApiTokens;
import dev.millrace.access.LocalToken;
import dev.millrace.access.TokenScope;
import dev.millrace.access.User;
import dev.millrace.access.UserRole;
import dev.millrace.access.Users;
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
 * {@link #behindAProxy()} is another one that believes {@link Http#from}. {@link #start} is for a test that needs other
 * settings.
 */
public final class TestMillrace implements AutoCloseable {
    private static final class Shared {
        static final TestMillrace INSTANCE = untilTheEnd(Map.of());
    }

    private static final class BehindAProxy {
        static final TestMillrace INSTANCE = untilTheEnd(Map.of("millrace.public-url", "https://millrace.example"));
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

    /** The same behind a proxy: it believes where a request says that it comes from. */
    public static TestMillrace behindAProxy() {
        return BehindAProxy.INSTANCE;
    }

    private static TestMillrace untilTheEnd(Map<String, String> settings) {
        TestMillrace millrace = start(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(millrace::close));
        return millrace;
    }

    public static TestMillrace start(Map<String, String> settings) {
        try {
            Path folder = Files.createTempDirectory("millrace-test-data-");
            DatabaseAddress database = TestServers.newDatabase();
            Map<String, String> all = new HashMap<>(
                    Map.of("millrace.data-dir", folder.toString(), "millrace.port", "0", "millrace.log-level", "WARN",
                            "millrace.database-url", database.asUri(database.user(), database.password()),
                            "millrace.redis-url", TestServers.redisUrl()));
            all.putAll(settings);
            return new TestMillrace(start(all, folder), folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RunningMillrace start(Map<String, String> settings, Path folder) throws IOException {
        try {
            return RunningMillrace.start(Millrace.class, settings);
        } catch (RuntimeException e) {
            FileSystemUtils.deleteRecursively(folder);
            throw e;
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

    /** The administrator of the installation, as a command on the same machine is. */
    public Http administrator() {
        return as(get(LocalToken.class).text());
    }

    /** A new member with an API token; the password is "password of" and the name. */
    public Http member(String name) {
        return newUser(name, UserRole.MEMBER);
    }

    /** A new administrator with an API token. */
    public Http administrator(String name) {
        return newUser(name, UserRole.ADMINISTRATOR);
    }

    private Http newUser(String name, UserRole role) {
        User user = get(Users.class).add(name, role, "password of " + name);
        return as(get(ApiTokens.class).make(user.id(), "test", TokenScope.API, null).text());
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

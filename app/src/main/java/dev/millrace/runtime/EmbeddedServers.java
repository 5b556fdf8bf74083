package dev.millrace.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The embedded PostgreSQL and Redis of a data folder.
 *
 * <p>One process owns them: it holds a lock on the folder, which the system releases however that process ends. Every
 * other process that opens the same folder joins the servers of the first and can use them for as long as it lives.
 */
public final class EmbeddedServers implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EmbeddedServers.class);
    private static final Duration JOIN_PATIENCE = Duration.ofMinutes(2);
    private static final JsonMapper JSON = JsonMapper.shared();
    /** Closing a file gives up every lock that this process has on it, so an owned lock file is not opened twice. */
    private static final Set<Path> OWNED_HERE = ConcurrentHashMap.newKeySet();

    /** Which of the two servers a process wants; the other one is somewhere else. */
    public record Needs(boolean postgres, boolean redis) {
        public static final Needs BOTH = new Needs(true, true);
    }

    /** What the owner tells those who join; port 0 means that this server is not here. */
    record Notice(long ownerPid, int postgresPort, int redisPort, String redisPassword) {
        boolean covers(Needs needs) {
            return (postgresPort > 0 || !needs.postgres) && (redisPort > 0 || !needs.redis);
        }
    }

    private final DataFolder folder;
    private final Notice notice;
    private final Credentials credentials;
    private final @Nullable Owned owned;
    private volatile boolean closed;

    /** The servers that this process runs. */
    private static final class Owned {
        private final FileLock lock;
        private @Nullable EmbeddedPostgres postgres;
        private @Nullable EmbeddedRedis redis;

        Owned(FileLock lock) {
            this.lock = lock;
        }

        synchronized void stop() {
            if (redis != null) {
                redis.stop();
            }
            if (postgres != null) {
                postgres.stop();
            }
        }

        boolean isAlive() {
            return postgres == null || postgres.isAlive();
        }

        /** Redis keeps nothing, so it is simply started again, where everybody expects it. */
        synchronized void reviveRedis(DataFolder folder, Notice notice) {
            if (redis != null && !redis.isAlive()) {
                log.warn("The embedded Redis has ended; it is started again");
                redis = EmbeddedRedis.start(folder, notice.redisPassword(), notice.redisPort());
            }
        }
    }

    private EmbeddedServers(DataFolder folder, Notice notice, Credentials credentials, @Nullable Owned owned) {
        this.folder = folder;
        this.notice = notice;
        this.credentials = credentials;
        this.owned = owned;
    }

    /** Starts the servers of the folder, or joins them if another process has. */
    public static EmbeddedServers open(DataFolder folder, Needs needs) {
        folder.prepare();
        Instant end = Instant.now().plus(JOIN_PATIENCE);
        while (true) {
            Optional<FileLock> lock = tryLock(folder);
            if (lock.isPresent()) {
                return start(folder, needs, lock.get());
            }
            Optional<EmbeddedServers> joined = join(folder);
            if (joined.isPresent()) {
                return joined.get().requireCovering(needs);
            }
            if (Instant.now().isAfter(end)) {
                throw new CannotStart(
                        "Another process holds the data folder %s but its servers do not come up: look at its output, or end it."
                                .formatted(folder.root()));
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    /** The servers of the folder, if a living process owns them; never starts any. */
    public static Optional<EmbeddedServers> join(DataFolder folder) {
        if (!Files.isDirectory(folder.secrets()) || !isHeld(folder)) {
            return Optional.empty();
        }
        return readNotice(folder).filter(notice -> ProcessHandle.of(notice.ownerPid()).isPresent())
                .map(notice -> new EmbeddedServers(folder, notice, Credentials.of(folder), null));
    }

    private EmbeddedServers requireCovering(Needs needs) {
        if (!notice.covers(needs)) {
            throw new CannotStart(
                    "The process %d that owns the data folder %s runs with other external services than this one: give both the same MILLRACE_DATABASE_URL and MILLRACE_REDIS_URL."
                            .formatted(notice.ownerPid(), folder.root()));
        }
        return this;
    }

    public DatabaseAddress database() {
        return new DatabaseAddress(
                "jdbc:postgresql://%s:%d/millrace".formatted(Loopback.ADDRESS, notice.postgresPort()),
                "millrace", credentials.owner(), Optional.of(credentials.reader()));
    }

    public String redisUrl() {
        return "redis://:%s@%s:%d".formatted(notice.redisPassword(), Loopback.ADDRESS, notice.redisPort());
    }

    public boolean isOwner() {
        return owned != null;
    }

    public long ownerPid() {
        return notice.ownerPid();
    }

    /** Calls back, once, when the servers are gone although this process still wants them; keeps Redis alive meanwhile. */
    public void whenGone(Runnable callback) {
        Thread.ofVirtual().name("embedded-watch").start(() -> {
            while (!closed && isThere()) {
                LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
                reviveRedis();
            }
            if (!closed) {
                callback.run();
            }
        });
    }

    private void reviveRedis() {
        try {
            if (owned != null && !closed) {
                owned.reviveRedis(folder, notice);
            }
        } catch (CannotStart e) {
            log.warn("The embedded Redis could not be started again; work goes on without it", e);
        }
    }

    /** False once the servers have ended, or the process that owned them; a new owner's servers are others. */
    boolean isThere() {
        return owned != null
                ? owned.isAlive()
                : isHeld(folder) && readNotice(folder).filter(notice::equals).isPresent();
    }

    /** From now on an end of the servers is no surprise. */
    void expectEnd() {
        closed = true;
    }

    @Override
    public void close() {
        closed = true;
        if (owned == null) {
            return;
        }
        deleteNotice(folder);
        owned.stop();
        release(folder, owned.lock);
    }

    private static EmbeddedServers start(DataFolder folder, Needs needs, FileLock lock) {
        Owned servers = new Owned(lock);
        try {
            deleteNotice(folder);
            folder.tidySecrets();
            folder.requireRoom();
            ServerProcess.requireEntry(folder.root());
            Credentials credentials = Credentials.of(folder);
            String redisPassword = Credentials.randomPassword();
            servers.redis = needs.redis ? EmbeddedRedis.start(folder, redisPassword, 0) : null;
            servers.postgres = needs.postgres ? EmbeddedPostgres.start(folder, credentials, readPort(folder)) : null;
            Notice notice = new Notice(ProcessHandle.current().pid(),
                    servers.postgres == null ? 0 : servers.postgres.port(),
                    servers.redis == null ? 0 : servers.redis.port(), redisPassword);
            announce(folder, notice);
            return new EmbeddedServers(folder, notice, credentials, servers);
        } catch (RuntimeException e) {
            servers.stop();
            release(folder, lock);
            throw e;
        }
    }

    private static void announce(DataFolder folder, Notice notice) {
        DataFolder.writeSecret(noticeFile(folder), JSON.writeValueAsString(notice));
        DataFolder.writeSecret(portFile(folder), Integer.toString(notice.postgresPort()));
        log.info("Embedded PostgreSQL listens on port {}, Redis on port {}", notice.postgresPort(), notice.redisPort());
    }

    private static Optional<FileLock> tryLock(DataFolder folder) {
        if (!OWNED_HERE.add(folder.root())) {
            return Optional.empty();
        }
        FileLock lock = null;
        try {
            lock = lockFile(folder);
        } finally {
            if (lock == null) {
                OWNED_HERE.remove(folder.root());
            }
        }
        return Optional.ofNullable(lock);
    }

    private static @Nullable FileLock lockFile(DataFolder folder) {
        try {
            FileChannel channel = FileChannel.open(folder.secrets().resolve("embedded.lock"),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), DataFolder.forThisUserOnly());
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
            }
            return lock;
        } catch (OverlappingFileLockException _) {
            return null;
        } catch (IOException e) {
            throw new CannotStart("The data folder %s cannot be locked: %s.".formatted(folder.root(), e.getMessage()),
                    e);
        }
    }

    /** Whether a living process owns the servers of the folder, or is about to start or stop them. */
    public static boolean isHeld(DataFolder folder) {
        Optional<FileLock> lock = tryLock(folder);
        lock.ifPresent(free -> release(folder, free));
        return lock.isEmpty();
    }

    private static void release(DataFolder folder, FileLock lock) {
        try {
            lock.acquiredBy().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            OWNED_HERE.remove(folder.root());
        }
    }

    private static Path noticeFile(DataFolder folder) {
        return folder.secrets().resolve("embedded.json");
    }

    private static Path portFile(DataFolder folder) {
        return folder.secrets().resolve("postgres.port");
    }

    private static int readPort(DataFolder folder) {
        try {
            Path file = portFile(folder);
            return Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) : 0;
        } catch (IOException | NumberFormatException _) {
            return 0; // a wish, not a need: any free port will do
        }
    }

    private static Optional<Notice> readNotice(DataFolder folder) {
        try {
            return Optional.of(JSON.readValue(Files.readString(noticeFile(folder)), Notice.class));
        } catch (IOException | JacksonException _) {
            return Optional.empty(); // not written yet, or not any more
        }
    }

    private static void deleteNotice(DataFolder folder) {
        try {
            Files.deleteIfExists(noticeFile(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

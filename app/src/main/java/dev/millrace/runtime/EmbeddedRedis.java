package dev.millrace.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A real Redis for nudges. It keeps nothing on disk: nudges carry no truth, so there is nothing to lose. */
final class EmbeddedRedis {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ServerProcess server;
    private final int port;

    private EmbeddedRedis(ServerProcess server, int port) {
        this.server = server;
        this.port = port;
    }

    static EmbeddedRedis start(DataFolder folder, String password, int preferredPort) {
        Path program = EmbeddedBinaries.redis(folder);
        Path home = folder.redis();
        try {
            Files.createDirectories(home);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (Posix.isRoot()) {
            Posix.giveTo(Posix.unprivilegedUser(), home);
        }
        Orphans.end(home);
        for (int attempt = 1; attempt <= 3; attempt++) {
            int port = Loopback.freePort(attempt == 1 ? preferredPort : 0);
            // The configuration goes in by standard input: arguments, and so the password, would be visible to all.
            ServerProcess server = ServerProcess.start(List.of(program.toString(), "-", "--dir", home.toString()), home,
                    folder.logs().resolve("redis.log"), """
                            bind %s
                            port %d
                            requirepass %s
                            save ""
                            appendonly no
                            maxmemory 256mb
                            set-proc-title no
                            """.formatted(Loopback.ADDRESS, port, password));
            EmbeddedRedis redis = new EmbeddedRedis(server, port);
            if (redis.awaitReady(password)) {
                return redis;
            }
        }
        throw new CannotStart("Redis did not start; the whole story is in " + folder.logs().resolve("redis.log") + ".");
    }

    int port() {
        return port;
    }

    boolean isAlive() {
        return server.isAlive();
    }

    void stop() {
        server.stop(PATIENCE);
    }

    private boolean awaitReady(String password) {
        Instant end = Instant.now().plus(PATIENCE);
        while (server.isAlive() && Instant.now().isBefore(end)) {
            if (answers(password)) {
                return true;
            }
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
        server.stop(Duration.ofSeconds(1));
        return false;
    }

    /** Whether it is our Redis that answers there, and not somebody who took the port. */
    private boolean answers(String password) {
        try (Socket socket = new Socket()) {
            socket.connect(Loopback.socketAddress(port), 1000);
            socket.setSoTimeout(1000);
            socket.getOutputStream()
                    .write("AUTH %s\r\nPING\r\n".formatted(password).getBytes(StandardCharsets.US_ASCII));
            byte[] expected = "+OK\r\n+PONG\r\n".getBytes(StandardCharsets.US_ASCII);
            return Arrays.equals(socket.getInputStream().readNBytes(expected.length), expected);
        } catch (IOException _) {
            return false;
        }
    }
}

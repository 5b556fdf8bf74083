package dev.millrace.runtime;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The way to Redis. It may be away at any time, also at the start; nothing is lost by that. */
@Component
public class RedisLink {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration REMEMBERED = Duration.ofSeconds(1);

    private final RedisClient client;
    private @Nullable StatefulRedisConnection<String, String> connection;
    private @Nullable Failure lastFailure;

    /** So that callers who waited behind a try that failed do not each try again, one after the other. */
    private record Failure(RedisException reason, long nanoTime) {
        boolean isFresh() {
            return System.nanoTime() - nanoTime < REMEMBERED.toNanos();
        }
    }

    RedisLink(BackingServices services) {
        RedisURI address = address(services.redisUrl());
        address.setTimeout(PATIENCE);
        client = RedisClient.create(address);
        client.setOptions(ClientOptions.builder()
                .socketOptions(SocketOptions.builder().connectTimeout(PATIENCE).build())
                // A command for an absent Redis fails at once instead of piling up in memory.
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .build());
    }

    /** Reads the form that Redis programs take: {@code redis://:password@host:6379}, {@code rediss://} with TLS. */
    public static RedisURI address(String url) {
        try {
            RedisURI address = RedisURI.create(url);
            if (address.getHost() != null || address.getSocket() != null || !address.getSentinels().isEmpty()) {
                return address;
            }
        } catch (IllegalArgumentException _) {
            // said below, without the value: it may hold a password
        }
        throw new CannotStart(
                "MILLRACE_REDIS_URL cannot be used: it is not an address; write it as redis://:password@host:6379.");
    }

    /** The shared connection for short commands.
     *
     * @throws RedisException if Redis is away
     */
    public synchronized StatefulRedisConnection<String, String> connection() {
        if (connection == null) {
            connection = connect();
        }
        return connection;
    }

    private StatefulRedisConnection<String, String> connect() {
        if (lastFailure != null && lastFailure.isFresh()) {
            throw new RedisException(lastFailure.reason());
        }
        try {
            return client.connect();
        } catch (RedisException e) {
            lastFailure = new Failure(e, System.nanoTime());
            throw e;
        }
    }

    /** The version of the server.
     *
     * @throws RedisException if Redis is away
     */
    String version() {
        return RedisVersion.in(connection().sync().info("server")).text();
    }

    @PreDestroy
    void close() {
        client.shutdown(Duration.ZERO, PATIENCE);
    }
}

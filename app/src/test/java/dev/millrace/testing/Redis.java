package dev.millrace.testing;

import io.lettuce.core.RedisClient;
import java.net.URI;

/** One command to a real Redis. */
public final class Redis {
    private Redis() {}

    public static String ping(URI address) {
        try (RedisClient client = RedisClient.create(address.toString()); var connection = client.connect()) {
            return connection.sync().ping();
        }
    }
}

package dev.millrace.runtime;

import dev.millrace.testing.TestMillrace;
import io.lettuce.core.RedisException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RedisLinkTests {
    @Test
    void whenRedisHangsCallersDoNotQueueBehindEachOther() throws Exception {
        // Accepts connections, as the system does for it, and never says a word.
        try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                TestMillrace millrace = TestMillrace
                        .start(Map.of("millrace.redis-url", "redis://127.0.0.1:" + hanging.getLocalPort()));
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            RedisLink redis = millrace.get(RedisLink.class);

            long begin = System.nanoTime();
            var answers = IntStream.range(0, 10).mapToObj(_ -> callers.submit(redis::version)).toList();
            for (var answer : List.copyOf(answers)) {
                assertThatExceptionOfType(java.util.concurrent.ExecutionException.class).isThrownBy(answer::get)
                        .withCauseInstanceOf(RedisException.class);
            }

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
        }
    }
}

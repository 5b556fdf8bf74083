package dev.millrace.runtime;

import dev.millrace.runtime.EmbeddedServers.Notice;
import dev.millrace.testing.DataFolders;
import dev.millrace.testing.Http.Answer;
import dev.millrace.testing.TestMillrace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a process says of itself while one of its servers is away, and after it has come back. */
class HealthTests {
    @RegisterExtension
    static final DataFolders FOLDERS = new DataFolders();

    /** What a test started in place of what it killed; it lives on, so that the tests may run in any order. */
    private static final List<Runnable> STARTED_AGAIN = new CopyOnWriteArrayList<>();

    private static DataFolder folder;
    private static TestMillrace millrace;

    @BeforeAll
    static void start() {
        folder = FOLDERS.create();
        millrace = TestMillrace.start(Map.of("millrace.data-dir", folder.root().toString(), "millrace.database-url", "",
                "millrace.redis-url", "", "spring.datasource.hikari.connection-timeout", "500",
                "logging.level.com.zaxxer.hikari", "ERROR"));
    }

    @AfterAll
    static void stop() {
        millrace.close();
        STARTED_AGAIN.forEach(Runnable::run);
    }

    @Test
    void withoutRedisTheWholeIsUpAndThatPartDegraded() throws Exception {
        assertThat(part("redis")).isEqualTo("UP");

        kill(folder.redis());
        soon().untilAsserted(() -> assertThat(part("redis")).isEqualTo("DEGRADED"));
        assertThat(health("").require(200).json().path("status").asString()).isEqualTo("UP");
        assertThat(health("").json().at("/components/redis/details/advice").asString())
                .contains("starts Redis again by itself");
        health("/readiness").require(200);

        ServerProcess redis = startRedisAgain();
        STARTED_AGAIN.add(() -> redis.stop(Duration.ofSeconds(5)));
        soon().untilAsserted(() -> assertThat(part("redis")).isEqualTo("UP"));
    }

    @Test
    void withoutPostgresItLivesButIsNotReady() throws Exception {
        health("/readiness").require(200);

        kill(folder.postgres());
        soon().untilAsserted(() -> assertThat(health("/readiness").status()).isEqualTo(503));
        assertThat(health("").require(503).json().at("/components/postgres/status").asString()).isEqualTo("DOWN");
        assertThat(health("/liveness").require(200).json().path("status").asString()).isEqualTo("UP");
        Answer question = millrace.administrator().get("/api/me").require(503);
        assertThat(question.header("Content-Type").orElse("")).startsWith("application/problem+json");

        EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, Credentials.of(folder), notice().postgresPort());
        STARTED_AGAIN.add(postgres::stop);
        soon().untilAsserted(() -> assertThat(health("/readiness").status()).isEqualTo(200));
        millrace.administrator().get("/api/me").require(200);
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(50));
    }

    private static Answer health(String group) {
        return millrace.stranger().get("/actuator/health" + group);
    }

    private static String part(String name) {
        return health("").json().at("/components/%s/status".formatted(name)).asString();
    }

    private static void kill(Path home) {
        List<ProcessHandle> processes = Orphans.in(home);
        assertThat(processes).isNotEmpty();
        processes.forEach(ProcessHandle::destroyForcibly);
        soon().until(() -> Orphans.in(home).isEmpty());
    }

    private static ServerProcess startRedisAgain() throws Exception {
        return ServerProcess.start(List.of(EmbeddedBinaries.redis(folder).toString(), "-"), folder.redis(),
                folder.logs().resolve("redis.log"), "bind 127.0.0.1\nport %d\nrequirepass %s\nsave \"\"\n"
                        .formatted(notice().redisPort(), notice().redisPassword()));
    }

    private static Notice notice() throws Exception {
        return JsonMapper.shared().readValue(Files.readString(folder.secrets().resolve("embedded.json")), Notice.class);
    }
}

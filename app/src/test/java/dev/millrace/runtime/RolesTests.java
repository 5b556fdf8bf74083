package dev.millrace.runtime;

import dev.millrace.testing.TestMillrace;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.config.ScheduledTaskHolder;

import static org.assertj.core.api.Assertions.assertThat;

class RolesTests {
    private static TestMillrace worker;

    @BeforeAll
    static void start() {
        worker = TestMillrace.start(Map.of("millrace.roles", "worker"));
    }

    @AfterAll
    static void stop() {
        worker.close();
    }

    @Test
    void aWorkerAnswersForItsHealthAndForNothingElse() {
        assertThat(worker.stranger().get("/actuator/health").require(200).json().path("status").asString())
                .isEqualTo("UP");
        var answer = worker.administrator().get("/api/me").require(404);
        assertThat(answer.header("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(answer.json().path("detail").asString()).contains("role 'api'");
        assertThat(worker.stranger().get("/sign-in").status()).isEqualTo(404);
    }

    @Test
    void onlyASchedulerCleansUp() {
        assertThat(periodicWork(worker)).anyMatch(task -> task.contains("Processes.heartbeat"))
                .noneMatch(task -> task.contains("Purge"));
        assertThat(periodicWork(TestMillrace.shared())).anyMatch(task -> task.contains("Processes.heartbeat"))
                .anyMatch(task -> task.contains("ProcessPurge")).anyMatch(task -> task.contains("AccessPurge"));
    }

    @Test
    void theListOfProcessesSaysWhoDoesWhat() {
        assertThat(worker.get(Processes.class).list()).singleElement().extracting(ProcessRow::roles).asInstanceOf(
                InstanceOfAssertFactories.list(String.class)).containsExactly("worker");
    }

    private static Stream<String> periodicWork(TestMillrace millrace) {
        return millrace.get(ScheduledTaskHolder.class).getScheduledTasks().stream().map(Object::toString);
    }
}

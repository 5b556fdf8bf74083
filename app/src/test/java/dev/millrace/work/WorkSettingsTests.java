package dev.millrace.work;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WorkSettingsTests {
    @Test
    void withoutAnySettingTheDocumentedBoundsHold() {
        assertThat(work(Map.of())).isEqualTo(new WorkSettings(Duration.ofSeconds(5), 1, 1000, 0.7,
                Duration.ofSeconds(15), Duration.ofMinutes(10), 5, 4, 64, Duration.ofSeconds(30)));
        assertThat(ingest(Map.of())).isEqualTo(new IngestSettings(64, 10000, DataSize.ofMegabytes(8),
                Duration.ofMillis(20), Duration.ofMillis(100)));
    }

    @Test
    void everyWorkBoundHasTheNameThatPeopleKnow() {
        assertThat(work(Map.of("WORKER_TARGET_SLICE_MS", "2500", "CLAIM_MIN", "2", "CLAIM_MAX", "20",
                "SAFETY_FACTOR", "0.6", "LOCK_FLOOR_MS", "20000", "LOCK_CAP_MS", "300000", "MAX_ATTEMPTS_ERROR", "7",
                "MAX_ATTEMPTS_NOT_FOUND", "2")))
                .isEqualTo(new WorkSettings(Duration.ofMillis(2500), 2, 20, 0.6, Duration.ofSeconds(20),
                        Duration.ofMinutes(5), 7, 2, 64, Duration.ofSeconds(30)));
    }

    @Test
    void everyIngestBoundHasTheNameThatPeopleKnow() {
        assertThat(ingest(Map.of("INGEST_MIN_ROWS", "10", "INGEST_MAX_ROWS", "500", "INGEST_MAX_BATCH_BYTES", "1048576",
                "DB_P50_MS", "30", "DB_P95_MS", "200")))
                .isEqualTo(new IngestSettings(10, 500, DataSize.ofMegabytes(1), Duration.ofMillis(30),
                        Duration.ofMillis(200)));
    }

    @Test
    void ourOwnNamesWinOverThem() {
        assertThat(work(Map.of("CLAIM_MAX", "20", "MILLRACE_WORK_CLAIM_MAX", "30")).claimMax()).isEqualTo(30);
        assertThat(work(Map.of("MILLRACE_WORK_CONCURRENCY_MAX", "8")).concurrencyMax()).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource({"WORKER_TARGET_SLICE_MS,0,millrace.work.target-slice", "CLAIM_MIN,0,millrace.work.claim-min",
            "CLAIM_MAX,0,millrace.work.claim-max", "SAFETY_FACTOR,1.5,millrace.work.safety-factor",
            "SAFETY_FACTOR,NaN,millrace.work.safety-factor", "LOCK_FLOOR_MS,0,millrace.work.lock-floor",
            "LOCK_CAP_MS,14999,millrace.work.lock-cap", "MAX_ATTEMPTS_ERROR,0,millrace.work.max-attempts-error",
            "MAX_ATTEMPTS_NOT_FOUND,0,millrace.work.max-attempts-not-found"})
    void aWorkBoundThatCannotBeIsRefusedByItsName(String name, String value, String property) {
        assertThatThrownBy(() -> work(Map.of(name, value))).rootCause().hasMessageContaining(property);
    }

    @ParameterizedTest
    @CsvSource({"INGEST_MIN_ROWS,0,millrace.ingest.min-rows", "INGEST_MAX_ROWS,63,millrace.ingest.max-rows",
            "INGEST_MAX_BATCH_BYTES,0,millrace.ingest.max-batch-bytes", "DB_P50_MS,0,millrace.ingest.db-p50",
            "DB_P95_MS,19,millrace.ingest.db-p95"})
    void anIngestBoundThatCannotBeIsRefusedByItsName(String name, String value, String property) {
        assertThatThrownBy(() -> ingest(Map.of(name, value))).rootCause().hasMessageContaining(property);
    }

    private static WorkSettings work(Map<String, Object> variables) {
        return binder(variables).bind("millrace.work", WorkSettings.class).get();
    }

    private static IngestSettings ingest(Map<String, Object> variables) {
        return binder(variables).bind("millrace.ingest", IngestSettings.class).get();
    }

    private static Binder binder(Map<String, Object> variables) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables));
        try {
            new YamlPropertySourceLoader().load("application", new ClassPathResource("application.yml"))
                    .forEach(environment.getPropertySources()::addLast);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return Binder.get(environment);
    }
}

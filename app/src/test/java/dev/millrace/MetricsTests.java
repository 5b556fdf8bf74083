package dev.millrace;

import dev.millrace.testing.TestMillrace;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The metrics as a scraper sees them. Dashboards and alerts rely on these names. */
class MetricsTests {
    private static final TestMillrace MILLRACE = TestMillrace.shared();

    @Test
    void metricsThatWereRequestedByNameHaveExactlyThatName() {
        List<String> names = scrape().lines().filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0]).distinct().toList();

        assertThat(names).contains("pool_wait_ms");
    }

    @Test
    void thePoolsWaitIsMeasured() {
        MILLRACE.administrator().get("/api/status").require(200);

        assertThat(scrape().lines().filter(line -> line.startsWith("pool_wait_ms"))).singleElement().asString()
                .doesNotContain("NaN");
    }

    private static String scrape() {
        return MILLRACE.administrator().get("/actuator/prometheus").require(200).body();
    }
}

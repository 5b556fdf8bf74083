package dev.millrace.access;

import dev.millrace.testing.Http;
import dev.millrace.testing.TestMillrace;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Who may read the metrics. */
class MetricsAccessTests {
    private static final TestMillrace MILLRACE = TestMillrace.shared();

    @Test
    void anAdministratorsTokenReadsThem() {
        String metrics = MILLRACE.administrator().get("/actuator/prometheus").require(200).body();

        assertThat(metrics).contains("# TYPE jvm_memory_used_bytes gauge", "http_server_requests_seconds_count",
                "hikaricp_connections_active", "application=\"millrace\"", "millrace_purged_rows_total");
    }

    @Test
    void strangersAndMembersDoNot() {
        var stranger = MILLRACE.stranger().get("/actuator/prometheus").require(401);
        var member = MILLRACE.member("metrics-member").get("/actuator/prometheus").require(403);

        assertThat(stranger.header("Content-Type")).contains("application/problem+json");
        assertThat(member.header("Content-Type")).contains("application/problem+json");
        assertThat(member.json().path("detail").asString())
                .isEqualTo("Metrics need an API token with the scope 'metrics'; make one on the page API tokens.");
    }

    @Test
    void evenAnAdministratorsTokenThatOnlyReadsDoesNot() {
        Http administrator = MILLRACE.administrator("metrics-administrator");
        String reader = ApiTokenTests.make(administrator, Map.of("name", "reader", "scope", "READ")).path("apiToken")
                .asString();

        MILLRACE.as(reader).get("/actuator/prometheus").require(403);
    }

    @Test
    void aSettingOpensThemToAll() {
        try (TestMillrace open = TestMillrace.start(Map.of("millrace.metrics-open", "true"))) {
            open.stranger().get("/actuator/prometheus").require(200);

            open.stranger().get("/api/me").require(401);
        }
    }

    @Test
    void noOtherPartOfTheInsideIsServed() {
        for (String path : new String[]{"/actuator", "/actuator/env", "/actuator/beans", "/actuator/heapdump",
                "/actuator/configprops", "/actuator/loggers", "/actuator/threaddump", "/actuator/shutdown"}) {
            MILLRACE.administrator().get(path).require(404);
        }
    }
}

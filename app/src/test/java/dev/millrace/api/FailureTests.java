package dev.millrace.api;

import dev.millrace.testing.Http;
import dev.millrace.testing.Http.Answer;
import dev.millrace.testing.TestMillrace;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

import static dev.millrace.api.ProblemsTests.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

/** What a client sees when something breaks inside, or the database is away. */
class FailureTests {
    private static final TestMillrace MILLRACE = TestMillrace
            .start(Map.of("spring.datasource.hikari.connection-timeout", "300",
                    "spring.servlet.multipart.max-request-size",
                    "10KB", "millrace.log-level", "OFF"));

    @AfterAll
    static void stop() {
        MILLRACE.close();
    }

    @Test
    void aFailureThatNobodyForesawSaysNothingOfTheInside() {
        JdbcClient jdbc = MILLRACE.get(JdbcClient.class);
        jdbc.sql("alter table millrace_ops.process rename to process_gone").update();

        Answer answer = MILLRACE.administrator().get("/api/status");
        jdbc.sql("alter table millrace_ops.process_gone rename to process").update();

        assertProblem(answer, 500, "internal-error");
        assertThat(answer.body()).doesNotContain("process", "relation", "select");
    }

    @Test
    void whileTheDatabaseIsAwayAProgramIsToldToComeAgain() {
        Answer answer = whileTheDatabaseIsAway(MILLRACE.administrator(), "/api/me");

        assertProblem(answer, 503, "unavailable");
        assertThat(answer.json().path("detail").asString()).contains("database does not answer");
    }

    @Test
    void whileTheDatabaseIsAwayAPersonGetsAPageThatSaysSo() {
        Http browser = MILLRACE.stranger().with("Accept", "text/html").with("Cookie",
                "millrace-" + MILLRACE.stranger().base().getPort() + "=x");

        Answer answer = whileTheDatabaseIsAway(browser, "/").require(503);

        assertThat(answer.header("Content-Type")).get().asString().startsWith("text/html");
        assertThat(answer.body()).contains("database does not answer").doesNotContain("Exception");
    }

    @Test
    void whileTheDatabaseIsAwayHealthIsStillTold() {
        Answer answer = whileTheDatabaseIsAway(MILLRACE.stranger(), "/actuator/health").require(503);

        assertThat(answer.json().path("status").asString()).isEqualTo("DOWN");
        assertThat(answer.body()).doesNotContain("Exception");
    }

    @Test
    void anUploadThatIsTooLargeIsRefused() {
        Http administrator = MILLRACE.administrator();
        String body = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n"
                + "x".repeat(20_000)
                + "\r\n--b--\r\n";

        Answer answer = administrator.send(administrator.request("/api/tokens")
                .header("Content-Type", "multipart/form-data; boundary=b").POST(BodyPublishers.ofString(body)));

        assertProblem(answer, 413, "too-large");
    }

    /** Asks while nobody can connect to the database. */
    private static Answer whileTheDatabaseIsAway(Http client, String path) {
        String database = MILLRACE.get(JdbcClient.class).sql("select current_database()")
                .query((row, _) -> row.getString(1)).single();
        JdbcClient elsewhere = TestMillrace.shared().get(JdbcClient.class);
        elsewhere.sql("alter database " + database + " with allow_connections false").update();
        elsewhere.sql("select count(pg_terminate_backend(pid, 5000)) from pg_stat_activity where datname = :database")
                .param("database", database).query((row, _) -> row.getLong(1)).single();
        try {
            return client.get(path);
        } finally {
            elsewhere.sql("alter database " + database + " with allow_connections true").update();
        }
    }
}

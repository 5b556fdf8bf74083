package dev.millrace.api;

import dev.millrace.testing.Http;
import dev.millrace.testing.Http.Answer;
import dev.millrace.testing.TestMillrace;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import org.awaitility.Awaitility;
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
        Http administrator = MILLRACE.administrator().with("Accept", "text/html");

        Answer answer = administrator.send(upload(administrator, "/tokens")).require(413);

        assertThat(answer.body()).contains("Too large").doesNotContain("Exception");
    }

    @Test
    void anUploadToAPlaceThatTakesNoneIsNotEvenRead() {
        Http administrator = MILLRACE.administrator();

        assertProblem(administrator.send(upload(administrator, "/api/tokens")), 415, "unsupported-media-type");
        assertProblem(MILLRACE.stranger().send(upload(MILLRACE.stranger(), "/api/tokens")), 403, "not-allowed");
    }

    private static HttpRequest.Builder upload(Http client, String path) {
        String body = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n"
                + "x".repeat(20_000)
                + "\r\n--b--\r\n";
        return client.request(path).header("Content-Type", "multipart/form-data; boundary=b")
                .POST(BodyPublishers.ofString(body));
    }

    /** Asks while nobody can connect to the database. */
    private static Answer whileTheDatabaseIsAway(Http client, String path) {
        JdbcClient elsewhere = TestMillrace.shared().get(JdbcClient.class);
        String database = databaseName();
        elsewhere.sql("alter database " + database + " with allow_connections false").update();
        elsewhere.sql("select count(pg_terminate_backend(pid, 5000)) from pg_stat_activity where datname = :database")
                .param("database", database).query((row, _) -> row.getLong(1)).single();
        try {
            return client.get(path);
        } finally {
            elsewhere.sql("alter database " + database + " with allow_connections true").update();
            Awaitility.await().ignoreExceptions().until(() -> databaseName().equals(database));
        }
    }

    private static String databaseName() {
        return MILLRACE.get(JdbcClient.class).sql("select current_database()").query((row, _) -> row.getString(1))
                .single();
    }
}

package dev.millrace.access;

import dev.millrace.testing.Http;
import dev.millrace.testing.Http.Answer;
import dev.millrace.testing.TestMillrace;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Another site cannot act through a browser that is signed in here. */
class ForgeryTests {
    private static final TestMillrace MILLRACE = TestMillrace.shared();
    private static Http program = MILLRACE.stranger();

    private final Http browser = MILLRACE.stranger().signIn("forgery-ada", "password of forgery-ada");

    @BeforeAll
    static void addAMember() {
        program = MILLRACE.member("forgery-ada");
    }

    @Test
    void aFormWithoutThePagesTokenIsRefused() {
        browser.formWithout("/tokens", Map.of("name", "forged", "scope", "API")).require(403);
        browser.formWithout("/tokens", Map.of("name", "forged", "scope", "API", "_csrf", "wrong")).require(403);
        browser.formWithout("/sign-out", Map.of()).require(403);

        assertThat(browser.get("/tokens").require(200).body()).doesNotContain("forged");
    }

    @Test
    void aFormWithThePagesTokenIsTaken() {
        Answer answer = browser.form("/tokens", "/tokens", Map.of("name", "wanted", "scope", "API", "days", "30"));

        assertThat(answer.require(200).body()).contains("The token “wanted” is made.");
    }

    @Test
    void aPersonWhosePageIsTooOldReadsSoOnAPage() {
        Answer answer = browser.with("Accept", "text/html")
                .formWithout("/tokens", Map.of("name", "late", "scope", "API"))
                .require(403);

        assertThat(answer.header("Content-Type")).get().asString().startsWith("text/html");
        assertThat(answer.body()).contains("load the page again and repeat");
    }

    @Test
    void theApiWithACookieAloneChangesNothing() {
        Answer answer = browser.post("/api/tokens", Map.of("name", "forged")).require(403);

        assertThat(answer.header("Content-Type")).contains("application/problem+json");
        browser.delete("/api/tokens/1").require(403);
        browser.put("/api/me/password", Map.of("password", "a new and longer one")).require(403);
        browser.get("/api/me").require(200);
    }

    @Test
    void theApiWithAnApiTokenNeedsNoOther() {
        program.post("/api/tokens", Map.of("name", "by a program")).require(201);
    }

    @Test
    void signingInCannotBeForgedEither() {
        MILLRACE.stranger()
                .formWithout("/sign-in", Map.of("name", "forgery-ada", "password", "password of forgery-ada"))
                .require(403);
    }

    @Test
    void noOtherSiteMayReadAnAnswer() {
        browser.with("Origin", "https://evil.example").with("Sec-Fetch-Site", "cross-site");

        assertThat(browser.get("/api/me").header("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void noOtherSiteMaySendAnApiToken() {
        Http elsewhere = MILLRACE.stranger().with("Origin", "https://evil.example")
                .with("Access-Control-Request-Method", "POST")
                .with("Access-Control-Request-Headers", "authorization, content-type");

        Answer preflight = elsewhere
                .send(elsewhere.request("/api/tokens").method("OPTIONS", BodyPublishers.noBody()));

        assertThat(preflight.status()).isGreaterThanOrEqualTo(400);
        assertThat(preflight.response().headers().map().keySet())
                .noneMatch(name -> name.startsWith("access-control-allow"));
    }
}

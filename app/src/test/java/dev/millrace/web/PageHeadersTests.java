package dev.millrace.web;

import dev.millrace.testing.Http;
import dev.millrace.testing.Http.Answer;
import dev.millrace.testing.TestMillrace;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** With which headers pages and their parts leave. */
class PageHeadersTests {
    private static final TestMillrace MILLRACE = TestMillrace.shared();
    private static Http browser = MILLRACE.stranger();

    @BeforeAll
    static void signIn() {
        MILLRACE.administrator("headers-ada");
        browser = MILLRACE.stranger().signIn("headers-ada", "password of headers-ada");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/tokens", "/users", "/account", "/api-guide", "/sign-in", "/nothing-here", "/api/me"})
    void everyAnswerForbidsWhatItDoesNotNeed(String path) {
        Answer answer = browser.get(path);

        assertThat(answer.header("Content-Security-Policy")).contains(
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
                        + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'");
        assertThat(answer.header("Referrer-Policy")).contains("no-referrer");
        assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
        assertThat(answer.header("X-Frame-Options")).contains("DENY");
        assertThat(answer.header("Permissions-Policy")).contains("camera=(), microphone=(), geolocation=()");
        assertThat(answer.header("Server")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/tokens", "/users", "/account", "/sign-in", "/nothing-here", "/api/me"})
    void noCacheKeepsAPage(String path) {
        assertThat(browser.get(path).header("Cache-Control")).get().asString().contains("no-store");
    }

    @Test
    void stylesAndScriptsAreKeptByTheBrowserUntilTheyChange() {
        Matcher parts = Pattern.compile("(?:href|src)=\"(/(?:assets|webjars)/[^\"]+)\"")
                .matcher(browser.get("/").body());

        int seen = 0;
        while (parts.find()) {
            Answer part = MILLRACE.stranger().get(parts.group(1)).require(200);
            seen++;

            assertThat(part.header("Cache-Control")).as(parts.group(1)).contains("max-age=3600");
            assertThat(parts.group(1)).matches(".*(-[0-9a-f]{32}\\.|/\\d+\\.\\d+\\.\\d+/).*");
            assertThat(part.header("X-Content-Type-Options")).contains("nosniff");
            assertThat(part.header("Set-Cookie")).isEmpty();
        }
        assertThat(seen).isGreaterThanOrEqualTo(5);
    }

    @Test
    void anUnknownAddressIsAPageForPeopleWithTheMenu() {
        Answer answer = browser.send(browser.request("/nothing-here").header("Accept", "text/html").GET()).require(404);

        assertThat(answer.header("Content-Type")).get().asString().startsWith("text/html");
        assertThat(answer.body()).contains("<h1>Not found</h1>", "To the first page", "headers-ada",
                answer.header("X-Request-Id").orElseThrow());
    }

    @Test
    void aFailureInAPartOfAPageTakesThePlaceOfTheContent() {
        Answer answer = browser.send(browser.request("/tokens?after=rubbish").header("HX-Request", "true").GET())
                .require(400);

        assertThat(answer.header("HX-Retarget")).contains("#content");
        assertThat(answer.header("HX-Reselect")).contains("#content");
        assertThat(answer.body()).contains("<h1>The cursor is not valid</h1>");
    }

    @Test
    void whatAUserTypesIsShownAsText() {
        browser.form("/tokens", "/tokens",
                Map.of("name", "<img src=x onerror=alert(1)>\"'", "scope", "API", "days", "30")).require(200);

        assertThat(browser.get("/tokens").body()).doesNotContain("<img src=x").contains("&lt;img src=x");
    }
}

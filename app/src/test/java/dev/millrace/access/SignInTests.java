package dev.millrace.access;

import dev.millrace.testing.Http;
import dev.millrace.testing.Http.Answer;
import dev.millrace.testing.TestMillrace;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/** Ways into the pages, and the session that follows. */
class SignInTests {
    private static final TestMillrace MILLRACE = TestMillrace.behindAProxy();
    private static final String NAME = "sign-in-ada";
    private static final String PASSWORD = "password of sign-in-ada";

    private final Http browser = MILLRACE.stranger().from("192.0.2.10");
    private final JdbcClient jdbc = MILLRACE.get(JdbcClient.class);

    @BeforeAll
    static void addAMember() {
        MILLRACE.member(NAME);
    }

    @Test
    void theRightPasswordOpensTheDoor() {
        browser.signIn(" Sign-In-ADA ", PASSWORD);

        assertThat(browser.get("/api/me").require(200).json().path("name").asString()).isEqualTo(NAME);
    }

    @Test
    void aWrongPasswordAndAnUnknownNameLookTheSame() {
        Answer wrong = attempt(NAME, "not the password").require(401);
        Answer unknown = attempt("sign-in-nobody", "not the password").require(401);

        assertThat(wrong.body()).contains("Name and password do not fit");
        assertThat(unknown.body()).contains("Name and password do not fit");
        assertThat(wrong.header("Set-Cookie")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u0000", "a\u0000b", "' or 1=1 --", "\uD83D\uDE00"})
    void whatCannotBeANameIsAnUnknownName(String name) {
        attempt(name, PASSWORD).require(401);
        attempt(name + "x".repeat(9000), PASSWORD).require(401);
    }

    @Test
    void aUserWithoutAPasswordCannotSignInWithOne() {
        MILLRACE.get(Users.class).add("sign-in-linked", UserRole.MEMBER, null);

        attempt("sign-in-linked", "").require(401);
        attempt("sign-in-linked", "null").require(401);
    }

    @Test
    void anApiTokenOpensTheDoor() {
        long id = MILLRACE.get(Users.class).add("sign-in-token", UserRole.MEMBER, null).id();
        String apiToken = MILLRACE.get(ApiTokens.class).make(id, "door", TokenScope.API, null).text();

        browser.form("/sign-in", "/sign-in/token", Map.of("apiToken", " " + apiToken + " ")).require(302);

        assertThat(browser.get("/api/me").require(200).json().path("name").asString()).isEqualTo("sign-in-token");
    }

    @Test
    void aTokenOfANarrowScopeDoesNotOpenTheDoor() {
        long id = MILLRACE.get(Users.class).add("sign-in-narrow", UserRole.MEMBER, null).id();
        String apiToken = MILLRACE.get(ApiTokens.class).make(id, "door", TokenScope.READ, null).text();

        browser.form("/sign-in", "/sign-in/token", Map.of("apiToken", apiToken)).require(401);
        browser.form("/sign-in", "/sign-in/token", Map.of("apiToken", "mr_wrong")).require(401);

        browser.get("/api/me").require(401);
    }

    @Test
    void theCookieIsHiddenFromScriptsAndFromOtherSites() {
        String cookie = sessionCookie(attempt(NAME, PASSWORD).require(302));

        assertThat(cookie).startsWith("millrace-" + browser.base().getPort() + "=").contains("; Path=/", "; HttpOnly",
                "; SameSite=Lax", "; Max-Age=").doesNotContain("Secure").doesNotContain("Domain");
    }

    @Test
    void behindHttpsTheCookieNeverTravelsInTheClear() {
        browser.with("X-Forwarded-Proto", "https");

        Answer page = browser.get("/sign-in");
        String cookie = sessionCookie(formWithCsrfOf(page, Map.of("name", NAME, "password", PASSWORD)).require(302));

        assertThat(cookie).startsWith("millrace=").contains("; Secure", "; HttpOnly", "; SameSite=Lax");
        assertThat(page.header("Set-Cookie")).get().asString().contains("XSRF-TOKEN", "Secure", "HttpOnly");
        assertThat(page.header("Strict-Transport-Security")).isPresent();
    }

    @Test
    void onlyTheHashOfASessionIsStored() {
        browser.signIn(NAME, PASSWORD);
        String session = browser.cookie("millrace").orElseThrow().getValue();

        long rows = jdbc.sql("select count(*) from millrace_ops.web_session where hash = :hash")
                .param("hash", Bearer.hash(session)).query((row, _) -> row.getLong(1)).single();

        assertThat(rows).isEqualTo(1);
    }

    @Test
    void aSessionEndsWhenItsTimeIsOver() {
        browser.signIn(NAME, PASSWORD);

        setExpiry("now() - interval '1 second'");

        browser.get("/api/me").require(401);
        assertThat(browser.get("/tokens").require(302).header("Location")).contains("/sign-in?to=%2Ftokens");
    }

    @Test
    void aSessionThatIsUsedLivesOn() {
        browser.signIn(NAME, PASSWORD);
        setExpiry("now() + interval '1 hour', last_seen_at = now() - interval '13 days'");

        browser.get("/api/me").require(200);

        assertThat(expiryIsAfter("13 days")).isTrue();
    }

    @Test
    void noSessionLivesForEver() {
        browser.signIn(NAME, PASSWORD);
        setExpiry(
                "now() + interval '1 hour', last_seen_at = now() - interval '1 day', created_at = now() - interval '89 days 23 hours'");

        browser.get("/api/me").require(200);

        assertThat(expiryIsAfter("2 hours")).isFalse();
    }

    @Test
    void signingOutEndsTheSessionOnTheServer() {
        browser.signIn(NAME, PASSWORD);
        String session = browser.cookie("millrace").orElseThrow().toString();

        assertThat(browser.form("/account", "/sign-out", Map.of()).require(302).header("Location"))
                .contains("/sign-in");

        assertThat(browser.cookie("millrace")).isEmpty();
        MILLRACE.stranger().with("Cookie", session).get("/api/me").require(401);
    }

    @Test
    void signingInAgainEndsTheFormerSession() {
        browser.signIn(NAME, PASSWORD);
        String former = browser.cookie("millrace").orElseThrow().toString();

        browser.signIn(NAME, PASSWORD);

        MILLRACE.stranger().with("Cookie", former).get("/api/me").require(401);
        browser.get("/api/me").require(200);
    }

    @Test
    void aSessionThatSomebodyPlantedIsNotTakenOver() {
        String planted = "millrace-" + browser.base().getPort() + "=planted";
        Answer page = browser.get("/sign-in");
        String csrf = browser.cookie("XSRF").orElseThrow().toString();

        String cookie = sessionCookie(MILLRACE.stranger().from("192.0.2.10").with("Cookie", planted + "; " + csrf)
                .formWithout("/sign-in", Map.of("name", NAME, "password", PASSWORD, "_csrf", csrfOf(page)))
                .require(302));

        assertThat(cookie).doesNotContain("planted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/tokens", "/tokens?after=x&y=z", "/users#top"})
    void afterSigningInOneIsWhereOneWantedToBe(String to) {
        assertThat(attempt(NAME, PASSWORD, to).require(302).header("Location")).contains(to);
    }

    @ParameterizedTest
    @ValueSource(strings = {"//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example",
            "javascript:alert(1)",
            "evil.example", "/\t/evil.example", "/\r\nSet-Cookie: a=b", "///evil.example", "", "/{name}", "/ä"})
    void aLinkToTheSignInPageLeadsNowhereElse(String to) {
        assertThat(attempt(NAME, PASSWORD, to).require(302).header("Location")).contains("/");
    }

    @Test
    void aStrangerIsSentToTheSignInPageAndRemembersTheWay() {
        assertThat(browser.get("/").require(302).header("Location")).contains("/sign-in");
        assertThat(browser.get("/tokens?after=a%20b").require(302).header("Location"))
                .contains("/sign-in?to=%2Ftokens%3Fafter%3Da%2520b");
    }

    @Test
    void aPartOfAPageSendsTheWholeWindowToTheSignInPage() {
        Answer answer = browser.with("HX-Request", "true").get("/").require(401);

        assertThat(answer.header("HX-Redirect")).contains("/sign-in");
    }

    private Answer attempt(String name, String password) {
        return attempt(name, password, "/");
    }

    private Answer attempt(String name, String password, String to) {
        return browser.form("/sign-in", "/sign-in", Map.of("name", name, "password", password, "to", to));
    }

    private Answer formWithCsrfOf(Answer page, Map<String, String> fields) {
        // The client keeps no secure cookies for http, so they are sent by hand.
        String cookie = page.header("Set-Cookie").orElseThrow().split(";", -1)[0];
        var all = new HashMap<>(fields);
        all.put("_csrf", csrfOf(page));
        return browser.with("Cookie", cookie).formWithout("/sign-in", all);
    }

    private static String csrfOf(Answer page) {
        return page.body().replaceAll("(?s).*name=\"_csrf\" value=\"([^\"]+)\".*", "$1");
    }

    private static String sessionCookie(Answer answer) {
        return answer.response().headers().allValues("Set-Cookie").stream().filter(it -> it.startsWith("millrace"))
                .findFirst().orElseThrow();
    }

    private void setExpiry(String expression) {
        jdbc.sql("update millrace_ops.web_session set expires_at = " + expression + " where hash = :hash")
                .param("hash", Bearer.hash(browser.cookie("millrace").orElseThrow().getValue())).update();
    }

    private boolean expiryIsAfter(String interval) {
        return jdbc
                .sql("select expires_at > now() + cast(:interval as interval) from millrace_ops.web_session where hash = :hash")
                .param("interval", interval)
                .param("hash", Bearer.hash(browser.cookie("millrace").orElseThrow().getValue()))
                .query((row, _) -> row.getBoolean(1)).single();
    }
}

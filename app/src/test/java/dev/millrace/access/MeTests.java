package dev.millrace.access;

import dev.millrace.testing.Http;
import dev.millrace.testing.TestMillrace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the API says about the caller. */
class MeTests {
    private static final TestMillrace MILLRACE = TestMillrace.shared();

    @Test
    void aMemberSeesWhoTheyAre() {
        var me = MILLRACE.member("me-ada").get("/api/me").require(200).json();

        assertThat(me.path("name").asString()).isEqualTo("me-ada");
        assertThat(me.path("role").asString()).isEqualTo("MEMBER");
        assertThat(me.path("scope").asString()).isEqualTo("API");
        assertThat(me.path("userId").asLong()).isPositive();
    }

    @Test
    void aCommandOnTheSameMachineIsTheAdministrator() {
        var me = MILLRACE.administrator().get("/api/me").require(200).json();

        assertThat(me.path("role").asString()).isEqualTo("ADMINISTRATOR");
    }

    @Test
    void theWordBearerMayBeWrittenInAnyCase() {
        String apiToken = MILLRACE.get(LocalToken.class).text();

        MILLRACE.stranger().with("Authorization", "bEARER " + apiToken).get("/api/me").require(200);
    }

    @Test
    void aWrongTokenIsNotForgivenByACookie() {
        MILLRACE.member("me-cookie");
        Http browser = MILLRACE.stranger().signIn("me-cookie", "password of me-cookie");
        browser.get("/api/me").require(200);

        browser.with("Authorization", "Bearer mr_wrong").get("/api/me").require(401);
    }

    @Test
    void aNewPasswordReplacesTheOld() {
        Http member = MILLRACE.member("me-password");

        member.put("/api/me/password",
                Map.of("currentPassword", "password of me-password", "password", "a new and longer one")).require(204);

        MILLRACE.stranger().signIn("me-password", "a new and longer one").get("/api/me").require(200);
        MILLRACE.stranger().form("/sign-in", "/sign-in",
                Map.of("name", "me-password", "password", "password of me-password")).require(401);
    }

    @Test
    void aPasswordMustBeNeitherShortNorEndless() {
        Http member = MILLRACE.member("me-short");

        for (String password : new String[]{"", "123456789", "x".repeat(201)}) {
            assertThat(member.put("/api/me/password",
                    Map.of("currentPassword", "password of me-short", "password", password)).require(400).json()
                    .at("/fields/0/field").asString()).isEqualTo("password");
        }
    }

    @Test
    void whoDoesNotKnowThePasswordCannotChangeIt() {
        Http member = MILLRACE.member("me-thief");

        for (Map<String, String> body : List.of(Map.of("password", "a new and longer one"),
                Map.of("currentPassword", "a guess", "password", "a new and longer one"))) {
            assertThat(member.put("/api/me/password", body).require(400).json().at("/fields/0/field").asString())
                    .isEqualTo("currentPassword");
        }

        MILLRACE.stranger().signIn("me-thief", "password of me-thief");
    }

    @Test
    void guessesAtThePasswordAreCounted() {
        Http member = MILLRACE.member("me-guess");
        Map<String, String> guess = Map.of("currentPassword", "a guess", "password", "a new and longer one");
        for (int attempt = 1; attempt <= SignInLimit.PER_NAME_AND_ADDRESS; attempt++) {
            member.put("/api/me/password", guess).require(400);
        }

        var refused = member.put("/api/me/password", guess).require(429);

        assertThat(refused.header("Retry-After")).isPresent();
        assertThat(refused.json().path("code").asString()).isEqualTo("too-many-requests");
    }

    @Test
    void theFirstPasswordNeedsNoOther() {
        long id = MILLRACE.get(Users.class).add("me-first", UserRole.MEMBER, null).id();
        Http member = MILLRACE.as(MILLRACE.get(ApiTokens.class).make(id, "test", TokenScope.API, null).text());

        member.put("/api/me/password", Map.of("password", "a good long password")).require(204);

        MILLRACE.stranger().signIn("me-first", "a good long password");
    }

    @Test
    void anAnswerOfTheApiSetsNoCookie() {
        assertThat(MILLRACE.member("me-plain").get("/api/me").header("Set-Cookie")).isEmpty();
    }
}

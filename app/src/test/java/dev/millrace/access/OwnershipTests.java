package dev.millrace.access;

import dev.millrace.testing.Http;
import dev.millrace.testing.TestMillrace;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is not yours does not exist. */
class OwnershipTests {
    private static final TestMillrace MILLRACE = TestMillrace.shared();
    private static Http ada = MILLRACE.stranger();
    private static Http bob = MILLRACE.stranger();

    @BeforeAll
    static void addTwoMembers() {
        ada = MILLRACE.member("owner-ada");
        bob = MILLRACE.member("owner-bob");
    }

    @Test
    void anotherUsersTokenCannotBeRevoked() {
        var made = ApiTokenTests.make(ada, Map.of("name", "adas"));

        bob.delete("/api/tokens/" + made.path("id").asLong()).require(404);

        MILLRACE.as(made.path("apiToken").asString()).get("/api/me").require(200);
    }

    @Test
    void anotherUsersTokensCannotBeListed() {
        bob.get("/api/tokens?userId=" + idOf(ada)).require(404);
        bob.get("/api/tokens?userId=" + idOf(bob)).require(200);
    }

    @Test
    void anotherUserCannotBeSeen() {
        bob.get("/api/users/" + idOf(ada)).require(404);
        bob.get("/api/users/" + idOf(bob)).require(200);
    }

    @Test
    void whatIsNotYoursLooksLikeWhatIsNotThere() {
        String notYours = bob.with("X-Request-Id", "same").get("/api/users/" + idOf(ada)).body();

        assertThat(notYours).isEqualTo(bob.get("/api/users/999999999").body());
    }

    @Test
    void nobodySignsInAsAnotherByALinkOfTheirOwnMaking() {
        bob.post("/api/users/" + idOf(ada) + "/sign-in-links", Map.of()).require(404);
        bob.post("/api/users/" + idOf(bob) + "/sign-in-links", Map.of()).require(201);
    }

    @Test
    void anAdministratorSeesEverything() {
        Http administrator = MILLRACE.administrator();
        var made = ApiTokenTests.make(ada, Map.of("name", "for the administrator"));

        assertThat(administrator.get("/api/users/" + idOf(ada)).require(200).json().path("name").asString())
                .isEqualTo("owner-ada");
        assertThat(administrator.get("/api/tokens?userId=" + idOf(ada)).require(200).body())
                .contains("for the administrator");
        administrator.delete("/api/tokens/" + made.path("id").asLong()).require(200);
    }

    private static long idOf(Http client) {
        return client.get("/api/me").require(200).json().path("userId").asLong();
    }
}

package dev.millrace.access;

import dev.millrace.testing.Http;
import dev.millrace.testing.Http.Answer;
import dev.millrace.testing.TestMillrace;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/** Users, as administrators keep them. */
class UsersTests {
    private static final TestMillrace MILLRACE = TestMillrace.shared();

    private final Http administrator = MILLRACE.administrator();

    @Test
    void onlyAdministratorsKeepUsers() {
        Http member = MILLRACE.member("users-member");
        long id = member.get("/api/me").json().path("userId").asLong();

        member.get("/api/users").require(403);
        member.post("/api/users", Map.of("name", "users-mine", "role", "ADMINISTRATOR")).require(403);
        member.patch("/api/users/" + id, Map.of("role", "ADMINISTRATOR")).require(403);
    }

    @Test
    void aNameIsTakenOnce() {
        add("users-twice");

        Answer answer = administrator.post("/api/users", Map.of("name", " Users-Twice ", "role", "MEMBER"))
                .require(409);

        assertThat(answer.json().path("detail").asString()).isEqualTo("The name users-twice is taken; choose another.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ada lovelace", "-ada", ".ada", "ädä", "a/b", "a\u0000b", "users'; drop table x;--",
            "0123456789012345678901234567890123456789012345678901234567890123"})
    void aNameIsMadeOfPlainCharacters(String name) {
        Answer answer = administrator.post("/api/users", Map.of("name", name, "role", "MEMBER")).require(400);

        assertThat(answer.json().at("/fields/0/field").asString()).isEqualTo("name");
    }

    @Test
    void aPasswordThatIsTooShortAddsNobody() {
        administrator.post("/api/users", Map.of("name", "users-short", "role", "MEMBER", "password", "short"))
                .require(400);

        administrator.post("/api/users", Map.of("name", "users-short", "role", "MEMBER")).require(201);
    }

    @Test
    void aChangeIsMadeWholeOrNotAtAll() {
        long id = add("users-whole");

        administrator.patch("/api/users/" + id, Map.of("role", "ADMINISTRATOR", "password", "short")).require(400);

        assertThat(administrator.get("/api/users/" + id).json().path("role").asString()).isEqualTo("MEMBER");
    }

    @Test
    void theAnswerToAChangeShowsAllOfIt() {
        long id = add("users-all");

        var changed = administrator
                .patch("/api/users/" + id, Map.of("role", "ADMINISTRATOR", "password", "a good long password"))
                .require(200).json();

        assertThat(changed.path("role").asString()).isEqualTo("ADMINISTRATOR");
        assertThat(changed.path("hasPassword").asBoolean()).isTrue();
        administrator.patch("/api/users/" + id, Map.of("role", "MEMBER")).require(200);
    }

    @Test
    void aPasswordIsStoredAsArgon2id() {
        MILLRACE.member("users-argon");

        String hash = MILLRACE.get(JdbcClient.class)
                .sql("select password_hash from millrace_ops.app_user where name = 'users-argon'")
                .query((row, _) -> row.getString(1)).single();

        assertThat(hash).startsWith("$argon2id$v=19$m=19456,t=2,p=1$").doesNotContain("password of");
    }

    @Test
    void noAnswerShowsAPasswordOrItsHash() {
        MILLRACE.member("users-hidden");

        String body = administrator.get("/api/users?pageSize=500").require(200).body();

        assertThat(body).contains("users-hidden").doesNotContain("argon2", "passwordHash");
    }

    @Test
    void aDisabledUsersSessionsAndTokensStopAtOnce() {
        Http program = MILLRACE.member("users-disabled");
        Http browser = MILLRACE.stranger().signIn("users-disabled", "password of users-disabled");
        long id = browser.get("/api/me").require(200).json().path("userId").asLong();

        administrator.patch("/api/users/" + id, Map.of("disabled", true)).require(200);

        program.get("/api/me").require(401);
        browser.get("/api/me").require(401);
        MILLRACE.stranger().form("/sign-in", "/sign-in",
                Map.of("name", "users-disabled", "password", "password of users-disabled")).require(401);
    }

    @Test
    void anEnabledUserComesBackWithTheirTokensButNotTheirSessions() {
        Http program = MILLRACE.member("users-enabled");
        Http browser = MILLRACE.stranger().signIn("users-enabled", "password of users-enabled");
        long id = browser.get("/api/me").json().path("userId").asLong();
        administrator.patch("/api/users/" + id, Map.of("disabled", true)).require(200);

        administrator.patch("/api/users/" + id, Map.of("disabled", false)).require(200);

        program.get("/api/me").require(200);
        browser.get("/api/me").require(401);
    }

    @Test
    void aNewRoleCountsFromTheNextRequest() {
        Http program = MILLRACE.member("users-promoted");
        long id = program.get("/api/me").json().path("userId").asLong();

        administrator.patch("/api/users/" + id, Map.of("role", "ADMINISTRATOR")).require(200);
        program.get("/api/users").require(200);
        administrator.patch("/api/users/" + id, Map.of("role", "MEMBER")).require(200);

        program.get("/api/users").require(403);
    }

    @Test
    void aNewPasswordEndsOtherSessionsButNotThisOne() {
        MILLRACE.member("users-sessions");
        Http here = MILLRACE.stranger().signIn("users-sessions", "password of users-sessions");
        Http there = MILLRACE.stranger().signIn("users-sessions", "password of users-sessions");

        here.form("/account", "/account/password",
                Map.of("currentPassword", "password of users-sessions", "password", "a new and longer one"))
                .require(200);

        here.get("/api/me").require(200);
        there.get("/api/me").require(401);
    }

    @Test
    void anAdministratorsNewPasswordForAUserEndsAllTheirSessions() {
        MILLRACE.member("users-reset");
        Http browser = MILLRACE.stranger().signIn("users-reset", "password of users-reset");
        long id = browser.get("/api/me").json().path("userId").asLong();

        administrator.patch("/api/users/" + id, Map.of("password", "set by the administrator")).require(200);

        browser.get("/api/me").require(401);
        MILLRACE.stranger().signIn("users-reset", "set by the administrator").get("/api/me").require(200);
    }

    private long add(String name) {
        return administrator.post("/api/users", Map.of("name", name, "role", "MEMBER")).require(201).json().path("id")
                .asLong();
    }
}

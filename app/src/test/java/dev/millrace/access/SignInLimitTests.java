package dev.millrace.access;

import dev.millrace.testing.Http;
import dev.millrace.testing.Http.Answer;
import dev.millrace.testing.TestMillrace;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/** Guessing is limited. Each test comes from an address of its own. */
class SignInLimitTests {
    private static final TestMillrace MILLRACE = TestMillrace.behindAProxy();

    private final JdbcClient jdbc = MILLRACE.get(JdbcClient.class);

    @Test
    void afterTenWrongPasswordsTheRightOneMustWaitToo() {
        MILLRACE.member("limit-ten");
        Http guesser = MILLRACE.stranger().from("198.51.100.1");
        guess(guesser, "limit-ten", 10);

        Answer answer = attempt(guesser, "limit-ten", "password of limit-ten").require(429);

        assertThat(answer.header("Retry-After")).contains("900");
        assertThat(answer.body()).contains("Too many sign-in attempts; wait 15 minutes and try again.");
        guesser.get("/api/me").require(401);
    }

    @Test
    void anotherAddressIsNotLockedOutByIt() {
        MILLRACE.member("limit-elsewhere");
        guess(MILLRACE.stranger().from("198.51.100.2"), "limit-elsewhere", 11);

        MILLRACE.stranger().from("198.51.100.3").signIn("limit-elsewhere", "password of limit-elsewhere");
    }

    @Test
    void afterTheWindowTheRightPasswordWorksAgain() {
        MILLRACE.member("limit-window");
        Http guesser = MILLRACE.stranger().from("198.51.100.4");
        guess(guesser, "limit-window", 11);

        jdbc.sql(
                "update millrace_ops.sign_in_failure set window_start = now() - interval '16 minutes' where subject like '%198.51.100.4'")
                .update();

        guesser.signIn("limit-window", "password of limit-window");
    }

    @Test
    void theRightPasswordForgivesTheWrongOnesBeforeIt() {
        MILLRACE.member("limit-forgive");
        Http forgetful = MILLRACE.stranger().from("198.51.100.5");
        guess(forgetful, "limit-forgive", 9);

        forgetful.signIn("limit-forgive", "password of limit-forgive");

        guess(forgetful, "limit-forgive", 9);
        forgetful.signIn("limit-forgive", "password of limit-forgive");
    }

    @Test
    void ownSuccessDoesNotForgiveGuessesAtOtherNames() {
        MILLRACE.member("limit-insider");
        Http insider = MILLRACE.stranger().from("198.51.100.6");
        count("address:198.51.100.6", 49);

        insider.signIn("limit-insider", "password of limit-insider");
        attempt(insider, "limit-victim", "a guess").require(401);

        attempt(insider, "limit-other", "a guess").require(429);
    }

    @Test
    void linksAndTokensAreLimitedByAddress() {
        Http guesser = MILLRACE.stranger().from("198.51.100.7");
        count("address:198.51.100.7", 50);

        guesser.get("/sign-in/link/rubbish").require(429);
        guesser.form("/sign-in", "/sign-in/link/rubbish", Map.of()).require(429);
        guesser.form("/sign-in", "/sign-in/token", Map.of("apiToken", "mr_wrong")).require(429);
    }

    @Test
    void aNameIsLimitedFromEverywhere() {
        MILLRACE.member("limit-spread");
        count("name:limit-spread", 100);

        attempt(MILLRACE.stranger().from("198.51.100.8"), "limit-spread", "password of limit-spread").require(429);
    }

    @Test
    void whatSucceedsDoesNotCountAgainstTheAddress() {
        long id = MILLRACE.get(Users.class).add("limit-often", UserRole.MEMBER, null).id();
        Http office = MILLRACE.stranger().from("198.51.100.9");
        count("address:198.51.100.9", 49);

        for (int time = 0; time < 3; time++) {
            office.useLink(MILLRACE.get(SignInLinks.class).make(id).getPath()).require(302);
        }
    }

    @Test
    void manyGuessesAtOnceAreStillOnlyTen() {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Integer>> guesses = Stream.generate(() -> MILLRACE.stranger().from("198.51.100.11"))
                    .limit(25).map(guesser -> CompletableFuture
                            .supplyAsync(() -> attempt(guesser, "limit-burst", "a guess").status(), executor))
                    .toList();

            assertThat(guesses.stream().map(CompletableFuture::join).filter(status -> status == 401)).hasSize(10);
        }
    }

    @Test
    void takingAnAttemptBackNeverLeavesLessThanNone() {
        SignInFailureStore store = new SignInFailureStore(jdbc);

        assertThat(store.count("limit-count", SignInLimit.WINDOW)).isEqualTo(1);
        assertThat(store.count("limit-count", SignInLimit.WINDOW)).isEqualTo(2);
        store.takeBack("limit-count");
        assertThat(store.count("limit-count", SignInLimit.WINDOW)).isEqualTo(2);
        store.clear("limit-count");
        store.takeBack("limit-count");
        assertThat(store.count("limit-count", SignInLimit.WINDOW)).isEqualTo(1);
    }

    private void count(String subject, int failures) {
        jdbc.sql(
                "insert into millrace_ops.sign_in_failure (subject, window_start, failures) values (:subject, now(), :failures)")
                .param("subject", subject).param("failures", failures).update();
    }

    private static void guess(Http guesser, String name, int times) {
        for (int time = 1; time <= times; time++) {
            attempt(guesser, name, "guess " + time).require(time <= SignInLimit.PER_NAME_AND_ADDRESS ? 401 : 429);
        }
    }

    private static Answer attempt(Http guesser, String name, String password) {
        return guesser.form("/sign-in", "/sign-in", Map.of("name", name, "password", password));
    }
}

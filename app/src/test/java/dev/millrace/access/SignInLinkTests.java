package dev.millrace.access;

import dev.millrace.testing.Database;
import dev.millrace.testing.Http;
import dev.millrace.testing.TestMillrace;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/** Links that sign a user in, once. */
class SignInLinkTests {
    @RegisterExtension
    static final Database DATABASE = new Database();

    private static final TestMillrace MILLRACE = TestMillrace.shared();

    @Test
    void aLinkSignsItsUserInOnce() {
        String path = linkFor("link-once");
        Http first = MILLRACE.stranger();
        Http second = MILLRACE.stranger();

        first.useLink(path).require(302);
        second.get(path).require(401);
        second.form("/sign-in", path, Map.of()).require(401);

        assertThat(first.get("/api/me").require(200).json().path("name").asString()).isEqualTo("link-once");
        second.get("/api/me").require(401);
    }

    @Test
    void aLookDoesNotUseItUp() {
        String path = linkFor("link-look");
        Http preview = MILLRACE.stranger();

        preview.send(preview.request(path).method("HEAD", BodyPublishers.noBody())).require(200);
        assertThat(preview.get(path).require(200).body()).contains("Sign in as link-look");
        preview.get("/api/me").require(401);

        MILLRACE.stranger().useLink(path).require(302);
    }

    @Test
    void aLinkCannotBeUsedByAFormOfAnotherSite() {
        String path = linkFor("link-forged");

        MILLRACE.stranger().formWithout(path, Map.of()).require(403);

        MILLRACE.stranger().useLink(path).require(302);
    }

    @Test
    void anOldLinkIsRefusedWithAWayOn() {
        String path = linkFor("link-old");
        MILLRACE.get(JdbcClient.class).sql("""
                update millrace_ops.sign_in_link set expires_at = now() - interval '1 second'
                where user_id = (select id from millrace_ops.app_user where name = 'link-old')
                """).update();

        assertThat(MILLRACE.stranger().get(path).require(401).body()).contains(
                "This link was used already or is too old",
                "millrace token link");
    }

    @Test
    void aLinkLastsADay() {
        linkFor("link-day");

        Boolean lasts = MILLRACE.get(JdbcClient.class).sql("""
                select expires_at between now() + interval '23 hours' and now() + interval '24 hours'
                from millrace_ops.sign_in_link
                where user_id = (select id from millrace_ops.app_user where name = 'link-day')
                """).query((row, _) -> row.getBoolean(1)).single();

        assertThat(lasts).isTrue();
    }

    @Test
    void aDisabledUsersLinkOpensNothing() {
        String path = linkFor("link-disabled");
        MILLRACE.get(JdbcClient.class)
                .sql("update millrace_ops.app_user set disabled_at = now() where name = 'link-disabled'").update();

        MILLRACE.stranger().get(path).require(401);
        MILLRACE.stranger().form("/sign-in", path, Map.of()).require(401);
    }

    @Test
    void rubbishIsNoLink() {
        MILLRACE.stranger().get("/sign-in/link/rubbish").require(401);
        MILLRACE.stranger().get("/sign-in/link/" + "x".repeat(4000)).require(401);
    }

    @Test
    void aLinkIsNeverKeptByACache() {
        assertThat(MILLRACE.stranger().get("/sign-in/link/rubbish").header("Cache-Control")).get().asString()
                .contains("no-store");
    }

    @Test
    void ofTwoAtTheSameMomentOneGetsIn() {
        SessionStore store = new SessionStore(DATABASE.jdbc());
        long userId = new UserStore(DATABASE.jdbc()).add("link-race", UserRole.MEMBER).orElseThrow().id();
        byte[] link = Bearer.hash("the link");
        store.addLink(link, userId, Duration.ofHours(1));
        List<CompletableFuture<Optional<Long>>> second = new ArrayList<>();

        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            DATABASE.inTransaction(() -> {
                assertThat(store.useLink(link)).contains(userId); // not committed yet
                second.add(CompletableFuture.supplyAsync(() -> store.useLink(link), executor));
                Awaitility.await().pollInterval(Duration.ofMillis(20))
                        .until(() -> second.getFirst().isDone() || Database.elsewhere(SignInLinkTests::somebodyWaits));
            });

            assertThat(second.getFirst().join()).isEmpty();
        }
    }

    @Test
    void theLinkLeadsToTheAddressThatPeopleUse() {
        var answer = MILLRACE.administrator()
                .post("/api/users/%d/sign-in-links".formatted(add("link-address")), Map.of())
                .require(201);

        assertThat(answer.json().path("url").asString()).startsWith(MILLRACE.stranger().base() + "/sign-in/link/");
    }

    private static boolean somebodyWaits() {
        return DATABASE.jdbc().sql("""
                select exists (select from pg_stat_activity
                               where datname = current_database() and wait_event_type = 'Lock')
                """).query((row, _) -> row.getBoolean(1)).single();
    }

    private static long add(String name) {
        return MILLRACE.get(Users.class).add(name, UserRole.MEMBER, null).id();
    }

    private static String linkFor(String name) {
        URI link = MILLRACE.get(SignInLinks.class).make(add(name));
        return link.getPath();
    }
}

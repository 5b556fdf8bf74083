package dev.millrace.access;

import dev.millrace.testing.Http;
import dev.millrace.testing.Http.Answer;
import dev.millrace.testing.TestMillrace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** API tokens, from their making to their end. */
class ApiTokenTests {
    private static final TestMillrace MILLRACE = TestMillrace.shared();

    private final JdbcClient jdbc = MILLRACE.get(JdbcClient.class);

    @Test
    void aTokenIsShownOnce() {
        Http member = MILLRACE.member("tokens-once");

        String text = make(member, Map.of("name", "nightly")).path("apiToken").asString();

        assertThat(text).startsWith("mr_").hasSizeGreaterThan(40);
        assertThat(member.get("/api/tokens").body()).contains("nightly").doesNotContain(text);
    }

    @Test
    void onlyItsHashIsStored() {
        JsonNode made = make(MILLRACE.member("tokens-hash"), Map.of("name", "nightly"));
        String text = made.path("apiToken").asString();

        String row = jdbc.sql("select row_to_json(api_token)::text from millrace_ops.api_token where id = :id")
                .param("id", made.path("id").asLong()).query((it, _) -> it.getString(1)).single();
        byte[] hash = jdbc.sql("select hash from millrace_ops.api_token where id = :id")
                .param("id", made.path("id").asLong()).query((it, _) -> it.getBytes(1)).single();

        assertThat(row).doesNotContain(text).doesNotContain(text.substring(8));
        assertThat(hash).hasSize(32).isNotEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aTokenWorksUntilItIsRevoked() {
        Http member = MILLRACE.member("tokens-revoke");
        JsonNode made = make(member, Map.of("name", "nightly"));
        Http program = MILLRACE.as(made.path("apiToken").asString());
        program.get("/api/me").require(200);

        JsonNode revoked = member.delete("/api/tokens/" + made.path("id").asLong()).require(200).json();

        assertThat(revoked.path("revokedAt").isNull()).isFalse();
        program.get("/api/me").require(401);
    }

    @Test
    void revokingTwiceKeepsTheFirstTime() {
        Http member = MILLRACE.member("tokens-twice");
        String path = "/api/tokens/" + make(member, Map.of("name", "nightly")).path("id").asLong();

        String first = member.delete(path).require(200).json().path("revokedAt").asString();

        assertThat(member.delete(path).require(200).json().path("revokedAt").asString()).isEqualTo(first);
    }

    @Test
    void aTokenStopsWhenItsTimeIsOver() {
        JsonNode made = make(MILLRACE.member("tokens-expire"), Map.of("name", "nightly", "expiresInDays", 30));
        Http program = MILLRACE.as(made.path("apiToken").asString());
        program.get("/api/me").require(200);
        assertThat(Instant.parse(made.path("expiresAt").asString()))
                .isBetween(Instant.now().plus(Duration.ofDays(29)), Instant.now().plus(Duration.ofDays(31)));

        jdbc.sql("update millrace_ops.api_token set expires_at = now() - interval '1 second' where id = :id")
                .param("id", made.path("id").asLong()).update();

        program.get("/api/me").require(401);
    }

    @Test
    void theLastUseIsNoted() {
        Http member = MILLRACE.member("tokens-used");
        JsonNode made = make(member, Map.of("name", "nightly"));
        assertThat(lastUse(member, "nightly")).isEmpty();

        MILLRACE.as(made.path("apiToken").asString()).get("/api/me").require(200);

        assertThat(Instant.parse(lastUse(member, "nightly"))).isAfter(Instant.now().minusSeconds(60));
    }

    @Test
    void theUseIsNotedOnceAMinuteOnly() {
        Http member = MILLRACE.member("tokens-minute");
        Http program = MILLRACE.as(make(member, Map.of("name", "nightly")).path("apiToken").asString());
        program.get("/api/me").require(200);
        String first = lastUse(member, "nightly");

        program.get("/api/me").require(200);

        assertThat(lastUse(member, "nightly")).isEqualTo(first);
    }

    @Test
    void aTokenWithTheScopeReadCanOnlyRead() {
        Http member = MILLRACE.member("tokens-read");
        Http reader = MILLRACE
                .as(make(member, Map.of("name", "reader", "scope", "READ")).path("apiToken").asString());

        reader.get("/api/me").require(200);
        reader.get("/api/tokens").require(200);
        Answer refused = reader.post("/api/tokens", Map.of("name", "more")).require(403);
        reader.delete("/api/tokens/1").require(403);
        reader.put("/api/me/password", Map.of("password", "a new and longer one")).require(403);

        assertThat(refused.json().path("detail").asString()).contains("scope");
    }

    @Test
    void aTokenWithTheScopeMetricsReadsNothingElse() {
        Http member = MILLRACE.member("tokens-metrics");
        Http metrics = MILLRACE
                .as(make(member, Map.of("name", "metrics", "scope", "METRICS")).path("apiToken").asString());

        metrics.get("/actuator/prometheus").require(200);
        metrics.get("/api/me").require(403);
        metrics.get("/api/status").require(403);
        metrics.get("/tokens").require(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\u0000", "a\nb", "\uD800",
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901"})
    void aNameThatCannotBeShownIsRefused(String name) {
        Http administrator = MILLRACE.administrator();
        String body = "{\"name\": \"%s\"}"
                .formatted(name.chars().mapToObj("\\u%04x"::formatted).reduce("", String::concat));

        Answer answer = administrator.sendJson("POST", "/api/tokens", body).require(400);

        assertThat(answer.json().path("code").asString()).isIn("invalid-field", "invalid-request");
    }

    @Test
    void pagingShowsEachTokenOnceNewestFirst() {
        Http member = MILLRACE.member("tokens-pages");
        for (int number = 1; number <= 6; number++) {
            make(member, Map.of("name", "number " + number));
        }

        List<String> names = namesOfAllPages(member, "/api/tokens?pageSize=3", List.of(3, 3, 1));

        assertThat(names).containsExactly("number 6", "number 5", "number 4", "number 3", "number 2", "number 1",
                "test");
    }

    @Test
    void aTokenMadeMeanwhileDoesNotDisturbThePages() {
        Http member = MILLRACE.member("tokens-meanwhile");
        make(member, Map.of("name", "older"));
        String next = member.get("/api/tokens?pageSize=1").json().path("next").asString();

        make(member, Map.of("name", "newest"));

        assertThat(member.get("/api/tokens?pageSize=1&after=" + next).json().at("/items/0/name").asString())
                .isEqualTo("test");
    }

    @Test
    void pagingShowsEachUserOnceByName() {
        for (String name : List.of("zz-page-b", "zz-page-a", "zz-page-c", "zz-page-_d", "zz-page-.e")) {
            MILLRACE.member(name);
        }

        List<String> names = namesOfAllPages(MILLRACE.administrator(), "/api/users?pageSize=2", List.of());

        assertThat(names).doesNotHaveDuplicates().contains("zz-page-a", "zz-page-b", "zz-page-c", "zz-page-_d",
                "zz-page-.e");
        assertThat(names).filteredOn(name -> name.matches("zz-page-[a-z]")).isSorted();
    }

    static List<String> namesOfAllPages(Http client, String first, List<Integer> sizes) {
        List<String> names = new ArrayList<>();
        List<Integer> seen = new ArrayList<>();
        String path = first;
        while (!path.isEmpty()) {
            JsonNode page = client.get(path).require(200).json();
            page.path("items").forEach(item -> names.add(item.path("name").asString()));
            seen.add(page.path("items").size());
            path = page.path("next").isNull() ? "" : first + "&after=" + page.path("next").asString();
        }
        assertThat(sizes.isEmpty() ? seen : sizes).isEqualTo(seen);
        return names;
    }

    static JsonNode make(Http client, Map<String, ?> body) {
        return client.post("/api/tokens", body).require(201).json();
    }

    private static String lastUse(Http member, String name) {
        return member.get("/api/tokens").json().path("items").valueStream()
                .filter(item -> item.path("name").asString().equals(name)).findFirst().orElseThrow()
                .path("lastUsedAt").asString("");
    }
}

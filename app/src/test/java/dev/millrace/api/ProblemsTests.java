package dev.millrace.api;

import dev.millrace.testing.Http;
import dev.millrace.testing.Http.Answer;
import dev.millrace.testing.TestMillrace;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.apache.catalina.connector.ClientAbortException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** Every failure of the API has the same shape and says what to do. */
class ProblemsTests {
    private static final TestMillrace MILLRACE = TestMillrace.shared();
    private static Http member = MILLRACE.stranger();

    @BeforeAll
    static void addAMember() {
        member = MILLRACE.member("problems-member");
    }

    @Test
    void aClientThatHungUpIsNoFailureOfTheServer() {
        assertThat(Problems.of(new AsyncRequestNotUsableException("gone")).problem())
                .isEqualTo(Problem.INVALID_REQUEST);
        assertThat(Problems.of(new HttpMessageNotWritableException("half", new ClientAbortException())).problem())
                .isEqualTo(Problem.INVALID_REQUEST);
        assertThat(Problems.of(new IllegalStateException("planted by a test")).problem())
                .isEqualTo(Problem.INTERNAL_ERROR);
    }

    @Test
    void aDatabaseThatIsAwayIsSaidWithoutAPromise() {
        assertThat(Problems.of(new DataAccessResourceFailureException("planted by a test")).sentence())
                .isEqualTo("The database does not answer; try again in a few seconds.");
    }

    @Test
    void brokenJsonIsRefusedWithItsPlace() {
        Answer answer = member.sendJson("POST", "/api/tokens", "{\n  \"name\": \"a\",\n  oops\n}");

        assertProblem(answer, 400, "invalid-request");
        assertThat(detail(answer)).contains("not valid JSON", "line 3", "column");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"name\": tru}", "{\"name\": \"a\"", "{\"name\": \"a\"}}", "[", "\"", "nul",
            "{\"name\":\"\u0001\"}"})
    void brokenJsonIsNotBlamedOnAField(String body) {
        Answer answer = member.sendJson("POST", "/api/tokens", body);

        assertProblem(answer, 400, "invalid-request");
        assertThat(answer.json().has("fields")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "null"})
    void anEmptyBodyIsRefused(String body) {
        assertProblem(member.sendJson("POST", "/api/tokens", body), 400, "invalid-request");
    }

    @Test
    void anUnknownFieldIsNamed() {
        Answer answer = member.post("/api/tokens", Map.of("name", "a", "colour", "blue"));

        assertProblem(answer, 400, "invalid-field");
        assertNames(answer, "colour");
    }

    @Test
    void aValueOfTheWrongKindIsNamed() {
        Answer number = member.post("/api/tokens", Map.of("name", "a", "expiresInDays", "soon"));
        Answer constant = member.post("/api/tokens", Map.of("name", "a", "scope", "EVERYTHING"));

        assertProblem(number, 400, "invalid-field");
        assertNames(number, "expiresInDays");
        assertProblem(constant, 400, "invalid-field");
        assertNames(constant, "scope");
    }

    @Test
    void aValueThatIsNotValidIsNamed() {
        Answer answer = member.post("/api/tokens", Map.of("name", " ", "expiresInDays", 0));

        assertProblem(answer, 400, "invalid-field");
        assertThat(answer.json().path("fields").valueStream().map(field -> field.path("field").asString()))
                .containsExactlyInAnyOrder("name", "expiresInDays");
        assertThat(detail(answer)).contains("name must not be blank");
    }

    @Test
    void aParameterOfTheWrongKindIsNamedInWordsForPeople() {
        Answer answer = member.get("/api/tokens?userId=x&pageSize=1");

        assertProblem(answer, 400, "invalid-field");
        assertNames(answer, "userId");
        assertThat(detail(answer)).contains("a whole number").doesNotContain("Long");
    }

    @Test
    void anIdThatIsNoNumberIsNamed() {
        assertNames(member.get("/api/users/ada").require(400), "id");
    }

    @Test
    void aPageSizeOutOfBoundsIsNamed() {
        assertNames(member.get("/api/tokens?pageSize=501").require(400), "pageSize");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rubbish", "dXNlcnMfAA", "dG9rZW5zHzk5OTk5OTk5OTk5OTk5OTk5OTk"})
    void aCursorThatIsNoneIsRefused(String cursor) {
        assertProblem(member.get("/api/tokens?after=" + cursor), 400, "invalid-cursor");
        assertProblem(MILLRACE.administrator().get("/api/users?after=" + cursor), 400, "invalid-cursor");
    }

    @Test
    void aStrangerIsAskedForAToken() {
        Answer answer = MILLRACE.stranger().get("/api/me");

        assertProblem(answer, 401, "not-signed-in");
        assertThat(answer.header("WWW-Authenticate")).contains("Bearer");
        assertProblem(MILLRACE.as("mr_wrong").get("/api/me"), 401, "not-signed-in");
        assertProblem(MILLRACE.stranger().with("Authorization", "Basic YTpi").get("/api/me"), 401, "not-signed-in");
    }

    @Test
    void whatOnlyAdministratorsMayDoIsRefusedToMembers() {
        assertProblem(member.get("/api/users"), 403, "not-allowed");
    }

    @Test
    void anUnknownPathAndAnUnknownIdAreNotFound() {
        assertProblem(member.get("/api/nothing"), 404, "not-found");
        assertProblem(member.get("/api"), 404, "not-found");
        assertProblem(member.delete("/api/tokens/999999999"), 404, "not-found");
        assertProblem(MILLRACE.administrator().get("/api/users/999999999"), 404, "not-found");
    }

    @Test
    void anotherMethodIsRefusedWithTheOnesThatWork() {
        Answer answer = member.put("/api/tokens", Map.of());

        assertProblem(answer, 405, "method-not-allowed");
        assertThat(answer.header("Allow")).get().asString().contains("GET", "POST");
        assertThat(detail(answer)).contains("PUT is not possible here", "GET");
    }

    @Test
    void anotherFormOfTheAnswerIsRefusedWithTheOneThatWorks() {
        Answer answer = member.send(member.request("/api/me").header("Accept", "image/png").GET());

        assertProblem(answer, 406, "not-acceptable");
        assertThat(detail(answer)).contains("application/json");
    }

    @Test
    void anotherFormOfTheBodyIsRefusedWithTheOneThatWorks() {
        Answer answer = member.formWithout("/api/tokens", Map.of("name", "a"));

        assertProblem(answer, 415, "unsupported-media-type");
        assertThat(detail(answer)).contains("application/json");
    }

    @Test
    void aProgramThatAsksLikeABrowserStillGetsAProblem() {
        for (String path : new String[]{"/api/nothing", "/api/users", "/api/tokens?after=x"}) {
            Answer answer = member.send(member.request(path).header("Accept", "text/html").GET());

            assertThat(answer.header("Content-Type")).contains("application/problem+json");
        }
    }

    @Test
    void aBodyThatNeverEndsIsReadUpToTheLimitOnly() {
        long[] sent = new long[1];

        Answer answer = member.send(member.request("/api/tokens").header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> endlessName(sent, 10 << 20))));

        assertProblem(answer, 413, "too-large");
    }

    @Test
    void aBodyThatIsDeepIsRefused() {
        assertProblem(member.sendJson("POST", "/api/tokens", "{\"name\":" + "[".repeat(100_000)), 400, "invalid-field",
                "invalid-request");
    }

    @Test
    void aFormThatIsTooLargeIsRefused() {
        Answer answer = member
                .send(member.request("/api/tokens").header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("name=" + "x".repeat(1_100_000))));

        assertProblem(answer, 413, "too-large");
    }

    @Test
    void waitingIsSaidInSeconds() {
        var entity = MILLRACE.get(ProblemAnswers.class)
                .entity(ApiProblem.tooManyRequests("Wait a little.", Duration.ofMinutes(15)));

        assertThat(entity.getStatusCode().value()).isEqualTo(429);
        assertThat(entity.getHeaders().getFirst("Retry-After")).isEqualTo("900");
        assertThat(requireNonNull(entity.getBody()).code()).isEqualTo("too-many-requests");
    }

    static void assertProblem(Answer answer, int status, String... codes) {
        answer.require(status);
        assertSameShape(answer);
        assertThat(answer.json().path("code").asString()).isIn((Object[]) codes);
    }

    static void assertSameShape(Answer answer) {
        assertThat(answer.header("Content-Type")).contains("application/problem+json");
        assertThat(answer.json().propertyNames()).contains("type", "title", "status", "detail", "code", "requestId");
        assertThat(answer.json().path("status").asInt()).isEqualTo(answer.status());
        assertThat(answer.json().path("type").asString())
                .isEqualTo("urn:millrace:problem:" + answer.json().path("code").asString());
        assertThat(detail(answer)).hasSizeGreaterThan(20).endsWith(".");
        assertThat(answer.header("X-Request-Id")).contains(answer.json().path("requestId").asString());
        assertThat(answer.body()).doesNotContain("Exception", "dev.millrace", "java.", "jackson", "springframework",
                "\tat ", "<html");
    }

    private static void assertNames(Answer answer, String field) {
        assertThat(answer.json().path("fields").path(0).path("field").asString()).as(answer.body()).isEqualTo(field);
    }

    private static String detail(Answer answer) {
        return answer.json().path("detail").asString();
    }

    private static InputStream endlessName(long[] sent, long most) {
        byte[] opening = "{\"name\":\"".getBytes(StandardCharsets.UTF_8);
        return new InputStream() {
            @Override
            public int read() {
                return sent[0] >= most ? -1 : sent[0] < opening.length ? opening[(int) sent[0]++] : letter();
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                if (sent[0] < opening.length || sent[0] >= most) {
                    int one = read();
                    if (one < 0) {
                        return -1;
                    }
                    buffer[offset] = (byte) one;
                    return 1;
                }
                Arrays.fill(buffer, offset, offset + length, (byte) 'x');
                sent[0] += length;
                return length;
            }

            private int letter() {
                sent[0]++;
                return 'x';
            }
        };
    }
}

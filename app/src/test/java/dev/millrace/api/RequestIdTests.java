package dev.millrace.api;

import dev.millrace.testing.Http;
import dev.millrace.testing.Http.Answer;
import dev.millrace.testing.TestMillrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Each answer says by which id its request is found in the log. */
class RequestIdTests {
    private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    private final Http stranger = TestMillrace.shared().stranger();

    @Test
    void theCallersOwnIdComesBackInHeaderAndProblem() {
        Answer answer = stranger.with("X-Request-Id", "my-own.id_7").get("/api/me");

        assertThat(answer.header("X-Request-Id")).contains("my-own.id_7");
        assertThat(answer.json().path("requestId").asString()).isEqualTo("my-own.id_7");
    }

    @Test
    void aRequestWithoutAnIdGetsOne() {
        assertThat(stranger.get("/actuator/health").header("X-Request-Id")).get().asString().matches(UUID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"two words", "semi;colon", "<script>",
            "1234567890123456789012345678901234567890123456789012345678901234x", "é"})
    void nonsenseIsReplaced(String sent) {
        Answer answer = stranger.with("X-Request-Id", sent).get("/api/me");

        assertThat(answer.header("X-Request-Id")).get().asString().matches(UUID);
    }

    @Test
    void aFailureThatIsAnsweredLaterKeepsTheIdOfItsRequest() {
        Answer answer = TestMillrace.shared().administrator().get("/api/nothing");

        assertThat(answer.response().headers().allValues("X-Request-Id"))
                .containsExactly(answer.json().path("requestId").asString());
    }
}

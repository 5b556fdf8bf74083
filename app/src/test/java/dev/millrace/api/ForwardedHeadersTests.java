package dev.millrace.api;

import dev.millrace.testing.TestMillrace;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a proxy says is believed where a proxy is known to be. */
class ForwardedHeadersTests {
    @Test
    void behindAProxyItsWordCounts() {
        assertThat(isTakenForHttps(TestMillrace.behindAProxy())).isTrue();
    }

    @Test
    void withoutAProxyAnybodyCouldSayIt() {
        assertThat(isTakenForHttps(TestMillrace.shared())).isFalse();
    }

    /** Over https alone a browser is told never to come without it. */
    private static boolean isTakenForHttps(TestMillrace millrace) {
        return millrace.stranger().from("192.0.2.77").with("X-Forwarded-Proto", "https").get("/sign-in").require(200)
                .header("Strict-Transport-Security").isPresent();
    }
}

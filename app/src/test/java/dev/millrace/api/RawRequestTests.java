package dev.millrace.api;

import dev.millrace.access.LocalToken;
import dev.millrace.testing.TestMillrace;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests that no well-behaved client sends, and that the server refuses before any controller sees them. */
class RawRequestTests {
    private static final URI BASE = TestMillrace.shared().stranger().base();

    @ParameterizedTest
    @ValueSource(strings = {"GET /api/a|b HTTP/1.1", "GET /api/<script> HTTP/1.1", "GET /api/a%zz HTTP/1.1",
            "GET /api/a%00b HTTP/1.1", "GET /api/..;/me HTTP/1.1", "GET /api//me HTTP/1.1",
            "GET /api/%2e%2e/me HTTP/1.1",
            "GET /../../etc/passwd HTTP/1.1", "NONSENSE", "G@T /api/me HTTP/1.1",
            "GET /api/me HTTP/9.9",
            "TRACE /api/me HTTP/1.1", "GET /api/tokens?after=%zz HTTP/1.1"})
    void anOddRequestLineIsRefusedWithoutTellingAnythingOfTheInside(String line) throws IOException {
        String answer = send(line + "\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertRefused(answer);
    }

    @Test
    void aHeaderThatIsTooLongIsRefused() throws IOException {
        String answer = send(
                "GET /api/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Long: " + "x".repeat(20_000)
                        + "\r\n\r\n");

        assertRefused(answer);
    }

    @Test
    void aRequestWithoutAHostIsRefused() throws IOException {
        assertRefused(send("GET /api/me HTTP/1.1\r\nConnection: close\r\n\r\n"));
    }

    @Test
    void aBodyThatSaysItIsTooLargeIsRefusedUnread() throws IOException {
        String answer = send("""
                POST /api/tokens HTTP/1.1\r
                Host: localhost\r
                Content-Type: application/json\r
                Content-Length: 9000000\r
                Connection: close\r
                \r
                {""");

        assertThat(answer).startsWith("HTTP/1.1 413").contains("application/problem+json", "too-large");
    }

    @Test
    void aBrokenChunkIsRefused() throws IOException {
        String answer = send("""
                POST /api/tokens HTTP/1.1\r
                Host: localhost\r
                Authorization: Bearer %s\r
                Content-Type: application/json\r
                Transfer-Encoding: chunked\r
                Connection: close\r
                \r
                zzz\r
                {"name":"a"}\r
                """.formatted(TestMillrace.shared().get(LocalToken.class).text()));

        assertRefused(answer);
    }

    private static void assertRefused(String answer) {
        assertThat(answer).matches("(?s)HTTP/1.1 4\\d\\d.*")
                .contains("Content-Type: application/problem+json", "\"detail\":\"", "urn:millrace:problem:")
                .doesNotContain("<html", "<!doctype", "Exception", "\tat ", "Tomcat", "Apache", "org.", "java.",
                        "Server:");
    }

    private static String send(String request) throws IOException {
        try (Socket socket = new Socket(BASE.getHost(), BASE.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

package dev.millrace.cli;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ApiClientTests {
    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/millrace", "/millrace/"})
    void aPathInTheAddressIsKept(String path) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = "{\"asked\": \"%s\"}".formatted(exchange.getRequestURI()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI base = URI.create("http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), path));

            assertThat(new ApiClient(http, base, "mr_token").get("/api/tokens?pageSize=5").path("asked").asString())
                    .isEqualTo(path.replaceFirst("/$", "") + "/api/tokens?pageSize=5");
        } finally {
            server.stop(0);
        }
    }
}

package dev.millrace.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The API of a server, as a command uses it. */
final class ApiClient {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http;
    private final URI base;
    private final String apiToken;

    /** @param base may have a path, where a proxy puts the server below one */
    ApiClient(HttpClient http, URI base, String apiToken) {
        this.http = http;
        this.base = URI.create(base.toString().replaceFirst("/+$", ""));
        this.apiToken = apiToken;
    }

    JsonNode get(String path) {
        return call("GET", path, null);
    }

    JsonNode post(String path, Map<String, ?> body) {
        return call("POST", path, body);
    }

    JsonNode delete(String path) {
        return call("DELETE", path, null);
    }

    /** Whether a server is there and knows this token. */
    boolean answers() {
        try {
            return send("GET", "/api/me", null, Duration.ofSeconds(5)).statusCode() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    private JsonNode call(String method, String path, @Nullable Map<String, ?> body) {
        try {
            HttpResponse<String> answer = send(method, path, body, Duration.ofMinutes(1));
            if (answer.statusCode() >= 400) {
                throw CommandFailed.because(sentence(answer));
            }
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw CommandFailed
                    .because("The server at %s does not answer (%s): is it running, and is the address right?"
                            .formatted(base, e));
        } catch (JacksonException _) {
            throw CommandFailed.because("What answers at %s is not Millrace: check MILLRACE_URL.".formatted(base));
        }
    }

    private HttpResponse<String> send(String method, String path, @Nullable Map<String, ?> body, Duration patience)
            throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path)).timeout(patience)
                .header("Authorization", "Bearer " + apiToken).header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .method(method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw CommandFailed.because("The command was interrupted.");
        }
    }

    private static String sentence(HttpResponse<String> answer) {
        try {
            JsonNode problem = JSON.readTree(answer.body());
            return "%s: %s".formatted(problem.path("title").asString("Failed"),
                    problem.path("detail").asString("HTTP " + answer.statusCode()));
        } catch (JacksonException _) {
            return "The server answered HTTP %d: check MILLRACE_URL and MILLRACE_TOKEN.".formatted(answer.statusCode());
        }
    }
}

package dev.millrace.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** A client over real HTTP: with an API token, or with cookies as a browser has them. */
public final class Http {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

    private final CookieManager cookies = new CookieManager();
    private final HttpClient client = HttpClient.newBuilder().cookieHandler(cookies).build();
    private final URI base;
    private final String apiToken;
    private final Map<String, String> headers = new HashMap<>();

    public Http(URI base, String apiToken) {
        this.base = base;
        this.apiToken = apiToken;
    }

    public record Answer(HttpResponse<String> response) {
        public int status() {
            return response.statusCode();
        }

        public String body() {
            return response.body();
        }

        public Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        public JsonNode json() {
            return JSON.readTree(response.body());
        }

        /** Goes on only with this status. */
        public Answer require(int status) {
            assertThat(response.statusCode()).as(() -> response.request().uri() + " answered " + response.body())
                    .isEqualTo(status);
            return this;
        }
    }

    /** Sends this header with every request. */
    public Http with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    /** Comes through a proxy from that address; see {@link TestMillrace#behindAProxy()}. */
    public Http from(String address) {
        return with("X-Forwarded-For", address);
    }

    public URI base() {
        return base;
    }

    public Answer get(String path) {
        return send(request(path).GET());
    }

    public Answer post(String path, Map<String, ?> body) {
        return sendJson("POST", path, JSON.writeValueAsString(body));
    }

    public Answer patch(String path, Map<String, ?> body) {
        return sendJson("PATCH", path, JSON.writeValueAsString(body));
    }

    public Answer put(String path, Map<String, ?> body) {
        return sendJson("PUT", path, JSON.writeValueAsString(body));
    }

    public Answer delete(String path) {
        return send(request(path).DELETE());
    }

    public Answer sendJson(String method, String path, String body) {
        return send(
                request(path).header("Content-Type", "application/json").method(method, BodyPublishers.ofString(body)));
    }

    /** Sends a form as a page would: with the page's own token against forgery. */
    public Answer form(String page, String action, Map<String, String> fields) {
        Matcher token = CSRF.matcher(get(page).body());
        assertThat(token.find()).as("the page has a form with a token").isTrue();
        Map<String, String> all = new HashMap<>(fields);
        all.put("_csrf", token.group(1));
        return formWithout(action, all);
    }

    /** Sends a form without a token against forgery. */
    public Answer formWithout(String action, Map<String, String> fields) {
        String body = fields.entrySet().stream().map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
        return send(request(action).header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body)));
    }

    /** Signs in on the page; afterwards this client has a session. */
    public Http signIn(String name, String password) {
        form("/sign-in", "/sign-in", Map.of("name", name, "password", password)).require(302);
        return this;
    }

    /** Opens a one-time link and presses its button. */
    public Answer useLink(String path) {
        return form(path, path, Map.of());
    }

    public Optional<HttpCookie> cookie(String prefix) {
        return cookies.getCookieStore().getCookies().stream().filter(cookie -> cookie.getName().startsWith(prefix))
                .findFirst();
    }

    public HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path));
        if (!apiToken.isEmpty()) {
            request.header("Authorization", "Bearer " + apiToken);
        }
        headers.forEach(request::header);
        return request;
    }

    public Answer send(HttpRequest.Builder request) {
        try {
            return new Answer(client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}

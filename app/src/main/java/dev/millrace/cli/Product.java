package dev.millrace.cli;

import dev.millrace.access.LocalToken;
import dev.millrace.runtime.Announcements;
import dev.millrace.runtime.LocalAddress;
import dev.millrace.runtime.MillraceSettings;
import dev.millrace.runtime.OutgoingHttp;
import dev.millrace.runtime.RunningMillrace;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server for the duration of a command: found where one is, started where none is. */
final class Product implements AutoCloseable {
    static final String URL = "MILLRACE_URL";

    private final ApiClient api;
    private final @Nullable RunningMillrace own;

    private Product(ApiClient api, @Nullable RunningMillrace own) {
        this.api = api;
        this.own = own;
    }

    static Product open(Class<?> application, DataDirOption dataDir) {
        MillraceSettings settings = dataDir.settings();
        Optional<String> url = variable(URL);
        if (url.isPresent()) {
            return new Product(remote(url.get(), settings), null);
        }
        HttpClient direct = OutgoingHttp.client(Map.of(), Optional.empty()); // a server on this machine needs no proxy
        Optional<ApiClient> live = Announcements.list(settings.dataFolder()).stream()
                .map(server -> new ApiClient(direct, server.url(), server.apiToken())).filter(ApiClient::answers)
                .findFirst();
        if (live.isPresent()) {
            return new Product(live.get(), null);
        }
        RunningMillrace own = startQuietly(application, dataDir);
        return new Product(new ApiClient(direct, own.localUrl(), own.get(LocalToken.class).text()), own);
    }

    /**
     * A server on any free port that says nothing unless something is wrong.
     *
     * <p>Links that it makes are for the server that people will start, not for this one, which ends with the command.
     */
    static RunningMillrace startQuietly(Class<?> application, DataDirOption dataDir) {
        Map<String, String> overrides = new HashMap<>(dataDir.overrides());
        overrides.putAll(Map.of("millrace.port", "0", "millrace.bind", "127.0.0.1", "millrace.roles", "api",
                "millrace.log-level", "WARN",
                "millrace.public-url", LocalAddress.expected(dataDir.settings()).toString()));
        return RunningMillrace.start(application, overrides);
    }

    /** A variable that is for commands only; blank is as good as absent. */
    static Optional<String> variable(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
    }

    /** Whether the server ends with this command. */
    boolean isTemporary() {
        return own != null;
    }

    ApiClient api() {
        return api;
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }

    private static ApiClient remote(String url, MillraceSettings settings) {
        String apiToken = variable("MILLRACE_TOKEN").orElseThrow(() -> CommandFailed
                .wrongUse("MILLRACE_URL is set but MILLRACE_TOKEN is not: set it to an API token of that server."));
        try {
            URI base = URI.create(url);
            if (base.getHost() != null) {
                return new ApiClient(OutgoingHttp.client(System.getenv(), settings.certificates()), base, apiToken);
            }
        } catch (IllegalArgumentException _) {
            // said below
        }
        throw CommandFailed.wrongUse("MILLRACE_URL is not an address: write it as http://host:port.");
    }
}

package dev.millrace.cli;

import dev.millrace.access.LocalToken;
import dev.millrace.runtime.Announcements;
import dev.millrace.runtime.OutgoingHttp;
import dev.millrace.runtime.RunningMillrace;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server for the duration of a command: found where one is, started where none is. */
final class Product implements AutoCloseable {
    private final ApiClient api;
    private final @Nullable RunningMillrace own;

    private Product(ApiClient api, @Nullable RunningMillrace own) {
        this.api = api;
        this.own = own;
    }

    static Product open(Class<?> application, DataDirOption dataDir) {
        Map<String, String> environment = System.getenv();
        String url = environment.get("MILLRACE_URL");
        if (url != null && !url.isBlank()) {
            return new Product(remote(url, environment), null);
        }
        HttpClient direct = OutgoingHttp.client(Map.of(), Optional.empty()); // a server on this machine needs no proxy
        Optional<ApiClient> live = Announcements.list(dataDir.folder()).stream()
                .map(server -> new ApiClient(direct, server.url(), server.apiToken())).filter(ApiClient::answers)
                .findFirst();
        if (live.isPresent()) {
            return new Product(live.get(), null);
        }
        RunningMillrace own = startQuietly(application, dataDir);
        return new Product(new ApiClient(direct, own.localUrl(), own.get(LocalToken.class).text()), own);
    }

    /** A server on any free port that says nothing unless something is wrong. */
    static RunningMillrace startQuietly(Class<?> application, DataDirOption dataDir) {
        Map<String, String> settings = new HashMap<>(dataDir.setting());
        settings.putAll(Map.of("millrace.port", "0", "millrace.bind", "127.0.0.1", "millrace.roles", "api",
                "millrace.log-level", "WARN", "millrace.public-url", usualAddress(System.getenv())));
        return RunningMillrace.start(application, settings);
    }

    /** Links that it makes are for the server that people will start, not for the one that ends with this command. */
    private static String usualAddress(Map<String, String> environment) {
        return environment.getOrDefault("MILLRACE_PUBLIC_URL",
                "http://127.0.0.1:" + environment.getOrDefault("MILLRACE_PORT", "8080"));
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

    private static ApiClient remote(String url, Map<String, String> environment) {
        String apiToken = environment.get("MILLRACE_TOKEN");
        if (apiToken == null || apiToken.isBlank()) {
            throw CommandFailed
                    .wrongUse("MILLRACE_URL is set but MILLRACE_TOKEN is not: set it to an API token of that server.");
        }
        try {
            URI base = URI.create(url);
            if (base.getHost() != null) {
                return new ApiClient(
                        OutgoingHttp.client(environment,
                                Optional.ofNullable(environment.get("MILLRACE_CA_FILE")).map(Path::of)),
                        base, apiToken);
            }
        } catch (IllegalArgumentException _) {
            // said below
        }
        throw CommandFailed.wrongUse("MILLRACE_URL is not an address: write it as http://host:port.");
    }
}

package dev.millrace.runtime;

import java.net.URI;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.stereotype.Component;

/** The addresses of this process's web server. */
@Component
public class LocalAddress {
    private final ServletWebServerApplicationContext context;
    private final MillraceSettings settings;

    LocalAddress(ServletWebServerApplicationContext context, MillraceSettings settings) {
        this.context = context;
        this.settings = settings;
    }

    /** As seen from this machine. */
    public URI url() {
        WebServer server = context.getWebServer();
        if (server == null) {
            throw new IllegalStateException("the web server has not started yet");
        }
        return url(settings.bind(), server.getPort());
    }

    /** Where a server that is started with these settings will be reached by people. */
    public static URI expected(MillraceSettings settings) {
        return settings.publicUrl().orElseGet(() -> url(settings.bind(), settings.port()));
    }

    private static URI url(String bind, int port) {
        String host = isAnyAddress(bind) ? Loopback.ADDRESS : bind;
        return URI.create("http://%s:%d".formatted(host.contains(":") ? "[" + host + "]" : host, port));
    }

    /** As people should type it: the public address if one is set. */
    public URI publicUrl() {
        return settings.publicUrl().orElseGet(this::url);
    }

    private static boolean isAnyAddress(String bind) {
        return bind.equals("0.0.0.0") || bind.equals("::");
    }
}

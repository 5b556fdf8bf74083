package dev.millrace.runtime;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code HTTPS_PROXY}, {@code HTTP_PROXY} and {@code NO_PROXY} as curl understands them. */
final class ProxyRules extends ProxySelector {
    private final Optional<URI> httpProxy;
    private final Optional<URI> httpsProxy;
    private final List<String> exceptions;

    private ProxyRules(Optional<URI> httpProxy, Optional<URI> httpsProxy, List<String> exceptions) {
        this.httpProxy = httpProxy;
        this.httpsProxy = httpsProxy;
        this.exceptions = exceptions;
    }

    static ProxyRules of(Map<String, String> environment) {
        String noProxy = value(environment, "NO_PROXY").orElse("");
        return new ProxyRules(proxy(environment, "HTTP_PROXY"), proxy(environment, "HTTPS_PROXY"),
                Arrays.stream(noProxy.split(",")).map(String::strip).filter(name -> !name.isEmpty())
                        .map(name -> name.toLowerCase(Locale.ROOT)).toList());
    }

    private static Optional<String> value(Map<String, String> environment, String name) {
        return Stream.of(name.toLowerCase(Locale.ROOT), name).map(environment::get).filter(Objects::nonNull)
                .filter(value -> !value.isBlank()).findFirst();
    }

    private static Optional<URI> proxy(Map<String, String> environment, String name) {
        return value(environment, name).map(text -> {
            try {
                URI uri = URI.create(text.contains("://") ? text : "http://" + text);
                if (uri.getHost() != null) {
                    return uri;
                }
            } catch (IllegalArgumentException _) {
                // said below, without the value: it may hold a password
            }
            throw new CannotStart("%s is not a proxy's address: write it as http://host:port.".formatted(name));
        });
    }

    @Override
    public List<Proxy> select(URI target) {
        Optional<URI> proxy = "https".equals(target.getScheme()) ? httpsProxy : httpProxy;
        if (proxy.isEmpty() || isException(target)) {
            return List.of(Proxy.NO_PROXY);
        }
        return List.of(new Proxy(Proxy.Type.HTTP,
                InetSocketAddress.createUnresolved(proxy.get().getHost(), port(proxy.get()))));
    }

    private boolean isException(URI target) {
        String host = withoutBrackets(target.getHost().toLowerCase(Locale.ROOT));
        int port = target.getPort() > 0 ? target.getPort() : "https".equals(target.getScheme()) ? 443 : 80;
        return exceptions.stream().anyMatch(rule -> matches(rule, host, port));
    }

    private static boolean matches(String rule, String host, int port) {
        if (rule.equals("*") || host.equals(withoutBrackets(rule))) {
            return true;
        }
        String name = withoutBrackets(rule.endsWith(":" + port) ? rule.substring(0, rule.lastIndexOf(':')) : rule);
        String bare = name.startsWith("*.") ? name.substring(2) : name.startsWith(".") ? name.substring(1) : name;
        return host.equals(bare) || host.endsWith("." + bare);
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static int port(URI proxy) {
        return proxy.getPort() > 0 ? proxy.getPort() : 80;
    }

    boolean needsPassword() {
        return Stream.of(httpProxy, httpsProxy).flatMap(Optional::stream)
                .anyMatch(proxy -> proxy.getUserInfo() != null);
    }

    @Nullable
    PasswordAuthentication password(@Nullable String host, int port) {
        return Stream.of(httpsProxy, httpProxy).flatMap(Optional::stream)
                .filter(proxy -> proxy.getUserInfo() != null && proxy.getHost().equals(host) && port(proxy) == port)
                .findFirst().map(proxy -> proxy.getRawUserInfo().split(":", 2))
                .map(parts -> new PasswordAuthentication(PercentEncoding.decode(parts[0]),
                        parts.length > 1 ? PercentEncoding.decode(parts[1]).toCharArray() : new char[0]))
                .orElse(null);
    }

    @Override
    public void connectFailed(URI target, SocketAddress proxy, IOException failure) {
        // The request itself fails with the same exception and is classified there.
    }
}

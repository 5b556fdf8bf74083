package dev.millrace.runtime;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the database is and how to sign in there.
 *
 * @param jdbcUrl without user and password
 * @param readerPassword of the role {@code millrace_reader}; empty if only that server's administrator knows it
 */
public record DatabaseAddress(String jdbcUrl, String user, String password, Optional<String> readerPassword) {
    private static final String EXAMPLE = "postgresql://user:password@host:5432/database";

    /** Reads {@code postgresql://user:password@host/database}, the form that psql takes, or the same as a JDBC URL. */
    public static DatabaseAddress parse(String url, Optional<String> readerPassword) {
        String plain = url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : url;
        if (!plain.startsWith("postgresql://") && !plain.startsWith("postgres://")) {
            throw wrong("it does not start with postgresql://");
        }
        try {
            URI uri = new URI(plain);
            String host = uri.getHost();
            String path = uri.getPath();
            if (host == null || path == null || path.length() < 2) {
                throw wrong("host or database is missing");
            }
            String[] userInfo = userInfo(uri);
            String query = otherParameters(uri.getRawQuery());
            return new DatabaseAddress(
                    "jdbc:postgresql://%s:%d%s%s".formatted(host, uri.getPort() < 0 ? 5432 : uri.getPort(),
                            uri.getRawPath(), query),
                    userInfo[0], userInfo[1], readerPassword);
        } catch (URISyntaxException e) {
            throw wrong("it is not a URL (a special character in the password must be written as %XX)");
        }
    }

    private static String[] userInfo(URI uri) {
        String raw = uri.getRawUserInfo();
        String query = uri.getRawQuery();
        String user = raw == null ? parameter(query, "user") : raw.split(":", 2)[0];
        String password = raw == null || !raw.contains(":") ? parameter(query, "password") : raw.split(":", 2)[1];
        if (user == null) {
            throw wrong("the user is missing");
        }
        return new String[]{decode(user), password == null ? "" : decode(password)};
    }

    private static @Nullable String parameter(@Nullable String query, String name) {
        return parameters(query).filter(part -> part.startsWith(name + "="))
                .map(part -> part.substring(name.length() + 1)).findFirst().orElse(null);
    }

    private static String otherParameters(@Nullable String query) {
        String rest = parameters(query).filter(part -> !part.startsWith("user=") && !part.startsWith("password="))
                .collect(Collectors.joining("&"));
        return rest.isEmpty() ? "" : "?" + rest;
    }

    private static Stream<String> parameters(@Nullable String query) {
        return query == null ? Stream.empty() : Arrays.stream(query.split("&"));
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The URL itself stays out of the sentence: it holds a password. */
    private static CannotStart wrong(String what) {
        return new CannotStart("MILLRACE_DATABASE_URL cannot be used: %s; write it as %s.".formatted(what, EXAMPLE));
    }

    /** The same for psql and most other programs, signed in as the given role. */
    public String asUri(String role, String rolePassword) {
        return "postgresql://%s:%s@%s".formatted(role, java.net.URLEncoder.encode(rolePassword, StandardCharsets.UTF_8),
                jdbcUrl.substring("jdbc:postgresql://".length()));
    }

    @Override
    public String toString() {
        return "DatabaseAddress[" + jdbcUrl + "]";
    }
}

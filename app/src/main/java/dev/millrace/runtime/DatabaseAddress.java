package dev.millrace.runtime;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final String NOT_A_URL = "it is not a URL (a special character in the password must be written as %XX)";
    private static final Pattern SCHEME = Pattern.compile("(?:jdbc:)?postgres(?:ql)?://");
    /** By hand, since {@link java.net.URI} knows neither several hosts nor one with an underscore. */
    private static final Pattern FORM = Pattern.compile(SCHEME
            + "(?:(?<user>[^:@/?\\s]*)(?::(?<password>[^@/?\\s]*))?@)?(?<hosts>[^@/?\\s]*)(?:/(?<database>[^/?\\s]*))?(?:\\?(?<query>\\S*))?");
    private static final Pattern HOST = Pattern.compile("(?:\\[[0-9a-fA-F:.%]+]|[^:\\[\\]]+)(?::(?<port>\\d{1,5}))?");

    /** Reads {@code postgresql://user:password@host/database}, the form that psql takes, or the same as a JDBC URL. */
    public static DatabaseAddress parse(String url, Optional<String> readerPassword) {
        if (!SCHEME.matcher(url).lookingAt()) {
            throw wrong("it does not start with postgresql://");
        }
        Matcher form = FORM.matcher(url);
        if (!form.matches()) {
            throw wrong(NOT_A_URL);
        }
        String database = form.group("database");
        if (form.group("hosts").isEmpty() || database == null || database.isEmpty()) {
            throw wrong("host or database is missing");
        }
        String query = form.group("query");
        String user = given(form.group("user"), parameter(query, "user"));
        if (user.isEmpty()) {
            throw wrong("the user is missing");
        }
        return new DatabaseAddress(
                "jdbc:postgresql://%s/%s%s".formatted(withPorts(form.group("hosts")), database, otherParameters(query)),
                user, given(form.group("password"), parameter(query, "password")), readerPassword);
    }

    private static String given(@Nullable String inFront, @Nullable String asParameter) {
        String text = inFront != null ? inFront : asParameter;
        try {
            return text == null ? "" : PercentEncoding.decode(text);
        } catch (IllegalArgumentException _) {
            throw wrong(NOT_A_URL);
        }
    }

    private static String withPorts(String hosts) {
        return Arrays.stream(hosts.split(",", -1)).map(host -> {
            Matcher parts = HOST.matcher(host);
            if (!parts.matches()) {
                throw wrong("a host or its port is not one");
            }
            return parts.group("port") == null ? host + ":5432" : host;
        }).collect(Collectors.joining(","));
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

    /** The URL itself stays out of the sentence: it holds a password. */
    private static CannotStart wrong(String what) {
        return new CannotStart("MILLRACE_DATABASE_URL cannot be used: %s; write it as %s.".formatted(what, EXAMPLE));
    }

    /** The same for psql and most other programs, signed in as the given role. */
    public String asUri(String role, String rolePassword) {
        return "postgresql://%s:%s@%s".formatted(PercentEncoding.encode(role), PercentEncoding.encode(rolePassword),
                jdbcUrl.substring("jdbc:postgresql://".length()));
    }

    @Override
    public String toString() {
        return "DatabaseAddress[" + jdbcUrl + "]";
    }
}

package dev.millrace.work;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.CharacterCodingException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The one place that decides what a failure means. */
public final class Failures {
    /** Causes can form a circle. */
    private static final int DEEPEST_CAUSE = 30;

    private Failures() {}

    /**
     * What was thrown, as a failure. A handler's own {@link WorkFailed} wins, however it was wrapped; else the outermost
     * cause that we know.
     *
     * <p>What nobody foresaw is TRANSIENT: a fault of the surroundings called permanent would turn good items into
     * errors that a person has to repair, while a permanent one called transient costs a few more tries, since tries are
     * limited. A failed connection is never NOT_FOUND: nobody looked.
     */
    public static Failure of(Throwable thrown) {
        List<Throwable> chain = chain(thrown);
        return chain.stream().filter(WorkFailed.class::isInstance).map(link -> ((WorkFailed) link).failure())
                .findFirst()
                .or(() -> chain.stream().flatMap(link -> known(link).stream()).findFirst())
                .orElseGet(() -> failure(FailureClass.TRANSIENT, "Something failed that nobody foresaw", thrown));
    }

    /**
     * An HTTP answer that is no success, as a failure.
     *
     * @param headers the first value of a header by its name in any case, such as {@code response.headers()::firstValue}
     */
    public static Failure ofStatus(int status, Function<String, Optional<String>> headers, Instant now) {
        if (status < 300) {
            throw new IllegalArgumentException("HTTP status %d is no failure".formatted(status));
        }
        RetryHeaders retry = new RetryHeaders(headers, now);
        FailureClass failureClass = classOf(status, retry);
        String message = "%s (HTTP %d).".formatted(sentence(failureClass), status);
        return new Failure(failureClass, message, notBefore(failureClass, retry));
    }

    private static FailureClass classOf(int status, RetryHeaders retry) {
        return switch (status) {
            case 404 -> FailureClass.NOT_FOUND;
            case 410, 451 -> FailureClass.GONE;
            // Forges say 403 to those who ask too often, and tell it only by the headers.
            case 401, 403 -> retry.sayRateLimit() ? FailureClass.RATE_LIMITED : FailureClass.DENIED;
            case 407 -> FailureClass.DENIED;
            case 429 -> FailureClass.RATE_LIMITED;
            case 408, 425 -> FailureClass.TRANSIENT;
            default -> status >= 500 ? FailureClass.TRANSIENT : FailureClass.INVALID;
        };
    }

    private static @Nullable Instant notBefore(FailureClass failureClass, RetryHeaders retry) {
        return switch (failureClass) {
            case RATE_LIMITED -> retry.retryAfter().or(retry::reset).orElse(null);
            case TRANSIENT -> retry.retryAfter().orElse(null);
            case SKIP, NOT_FOUND, GONE, DENIED, INVALID, FATAL -> null;
        };
    }

    private static String sentence(FailureClass failureClass) {
        return switch (failureClass) {
            case NOT_FOUND -> "The server has no such thing";
            case GONE -> "The server says that it is gone for good";
            case DENIED -> "The server does not let us in; check the token and its rights";
            case RATE_LIMITED -> "The server asks us to slow down";
            case TRANSIENT -> "The server could not answer now";
            case SKIP, INVALID, FATAL -> "The server does not accept the request";
        };
    }

    private static List<Throwable> chain(Throwable thrown) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable link = thrown; link != null && chain.size() < DEEPEST_CAUSE; link = link.getCause()) {
            chain.add(link);
        }
        return chain;
    }

    private static Optional<Failure> known(Throwable thrown) {
        return Optional.ofNullable(switch (thrown) {
            case InterruptedException _ -> interrupted();
            case ClosedByInterruptException _ -> interrupted();
            case CancellationException _ -> interrupted();
            case TimeoutException e -> failure(FailureClass.TRANSIENT, "It took too long", e);
            case HttpTimeoutException e -> failure(FailureClass.TRANSIENT, "The server took too long", e);
            case InterruptedIOException e -> failure(FailureClass.TRANSIENT, "The server took too long", e);
            case CharacterCodingException e -> failure(FailureClass.INVALID, "The text is not in its character set", e);
            case MalformedURLException e -> failure(FailureClass.INVALID, "The address cannot be understood", e);
            case URISyntaxException e -> failure(FailureClass.INVALID, "The address cannot be understood", e);
            case IOException e -> failure(FailureClass.TRANSIENT, "The connection failed", e);
            case SQLException e -> ofSql(e);
            case StackOverflowError e -> failure(FailureClass.INVALID, "The content is nested too deeply", e);
            case LinkageError e -> failure(FailureClass.FATAL, "A part of the program is missing", e);
            case AssertionError e -> failure(FailureClass.FATAL, "The program contradicts itself", e);
            default -> null;
        });
    }

    private static Failure interrupted() {
        return Failure.of(FailureClass.TRANSIENT, "The work was interrupted before it was done.");
    }

    private static Failure ofSql(SQLException e) {
        String state = Objects.requireNonNullElse(e.getSQLState(), "");
        return switch (state.length() < 2 ? "" : state.substring(0, 2)) {
            // Data, constraints, a row twice in one upsert, a view's check, a value larger than an index takes.
            case "22", "23", "21", "44", "54" -> failure(FailureClass.INVALID, "The database refuses the data", e);
            // Wrong SQL, a missing table or right, a missing statement, database or schema.
            case "42", "0A", "26", "3D", "3F" ->
                failure(FailureClass.FATAL, "The database does not fit the program", e);
            // 08 connection, 25 read-only after a failover, 40 serialisation and deadlock, 53 resources, 55 locks,
            // 57 shutdown and cancelled, 58 its disk; and what we do not know: nothing of it is about the item.
            default -> failure(FailureClass.TRANSIENT, "The database could not do it now", e);
        };
    }

    private static Failure failure(FailureClass failureClass, String what, Throwable thrown) {
        String detail = Objects.requireNonNullElse(thrown.getMessage(), "").lines().findFirst().orElse("").strip();
        String reason = detail.isEmpty() ? thrown.getClass().getSimpleName() : detail;
        return Failure.of(failureClass, "%s: %s%s".formatted(what, reason, reason.endsWith(".") ? "" : "."));
    }
}

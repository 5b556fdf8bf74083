package dev.millrace.work;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What an answer's headers say about when to come back. Nonsense says nothing, and nothing is believed beyond a day. */
record RetryHeaders(Function<String, Optional<String>> headers, Instant now) {
    private static final double FARTHEST_SECONDS = 86_400;
    private static final Pattern SECONDS = Pattern.compile("\\d+(\\.\\d+)?");
    /** Below this a reset is a number of seconds from now, above it a moment; forges say moments, others spans. */
    private static final double FIRST_EPOCH_SECOND = 1e9;

    boolean sayRateLimit() {
        return retryAfter().isPresent() || remaining().filter(left -> left < 1).isPresent();
    }

    Optional<Instant> retryAfter() {
        return header("retry-after")
                .flatMap(value -> seconds(value).map(this::later).or(() -> date(value).map(this::ours)));
    }

    /** When the budget is full again; it matters only if it is spent, since a burst limit leaves it as it is. */
    Optional<Instant> reset() {
        return remaining().filter(left -> left >= 1).isPresent()
                ? Optional.empty()
                : header("x-ratelimit-reset", "ratelimit-reset").flatMap(RetryHeaders::seconds).map(this::moment);
    }

    private Optional<Double> remaining() {
        return header("x-ratelimit-remaining", "ratelimit-remaining").flatMap(RetryHeaders::seconds);
    }

    private Instant moment(double value) {
        return value < FIRST_EPOCH_SECOND ? later(value) : ours(Instant.ofEpochSecond((long) Math.min(value, 1e11)));
    }

    private Instant later(double seconds) {
        return now.plusMillis((long) Math.ceil(1000 * Math.min(seconds, FARTHEST_SECONDS)));
    }

    /** A moment by the server's clock, as one by ours: the two may differ by more than the wait. */
    private Instant ours(Instant theirs) {
        Instant theirNow = header("date").flatMap(RetryHeaders::date).orElse(now);
        return later(Math.max(0, Duration.between(theirNow, theirs).toMillis() / 1000.0));
    }

    private Optional<String> header(String... names) {
        return Stream.of(names).flatMap(name -> headers.apply(name).stream()).map(String::strip).findFirst();
    }

    private static Optional<Double> seconds(String value) {
        return SECONDS.matcher(value).matches() ? Optional.of(Double.valueOf(value)) : Optional.empty();
    }

    private static Optional<Instant> date(String value) {
        try {
            return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(value, Instant::from));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}

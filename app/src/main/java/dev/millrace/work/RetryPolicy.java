package dev.millrace.work;

import dev.millrace.work.RetryDecision.Final;
import dev.millrace.work.RetryDecision.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * Whether and when a failed try is repeated. Waits are drawn from the whole span up to the limit ("full jitter"), so that
 * items that failed together do not come back together.
 */
record RetryPolicy(int maxAttemptsError, int maxAttemptsNotFound, RandomGenerator random) {
    static final Duration FIRST_BACKOFF = Duration.ofSeconds(2);
    static final Duration LONGEST_BACKOFF = Duration.ofMinutes(5);
    /** Another strategy needs no back-off; the wait only lets items that have had no turn go first. */
    static final Duration NOT_FOUND_LEAST = Duration.ofSeconds(2);
    static final Duration NOT_FOUND_SPREAD = Duration.ofSeconds(4);
    /** Who is limited and is not told until when waits this long at least. */
    static final Duration UNTOLD_LIMIT = Duration.ofSeconds(30);
    static final Duration MOST_LATENESS = Duration.ofSeconds(15);
    private static final double LATENESS = 0.1;

    RetryPolicy(WorkSettings settings, RandomGenerator random) {
        this(settings.maxAttemptsError(), settings.maxAttemptsNotFound(), random);
    }

    /**
     * @param before the tries that counted before this one
     * @param spacing at least 1; the waits are longer by this factor, see {@link Pressure#spacing}
     */
    RetryDecision after(Failure failure, Attempts before, double spacing, Instant now) {
        Attempts attempts = before.plus(failure.failureClass());
        return switch (failure.failureClass()) {
            case SKIP, GONE, DENIED, INVALID, FATAL -> new Final(attempts);
            case RATE_LIMITED -> new Retry(limitEnds(failure, spacing, now), attempts);
            case TRANSIENT -> attempts.errors() >= maxAttemptsError
                    ? new Final(attempts)
                    : new Retry(backOff(failure, attempts.errors(), spacing, now), attempts);
            case NOT_FOUND -> attempts.notFound() >= maxAttemptsNotFound
                    ? new Final(attempts)
                    : new Retry(now.plus(otherStrategy(spacing)), attempts);
        };
    }

    private Instant limitEnds(Failure failure, double spacing, Instant now) {
        Instant named = failure.notBefore();
        return named == null ? now.plus(untoldLimit(spacing)) : aLittleLater(named, now);
    }

    /** The later of the two: a server that says "in 0 seconds" each time would else use up all tries in a second. */
    private Instant backOff(Failure failure, int errors, double spacing, Instant now) {
        Instant named = failure.notBefore();
        Instant ours = now.plus(backOff(errors, spacing));
        return named == null || named.isBefore(ours) ? ours : aLittleLater(named, now);
    }

    private Duration backOff(int errors, double spacing) {
        // Thirty doublings are past any limit; more would overflow.
        long span = FIRST_BACKOFF.toMillis() << Math.min(errors - 1, 30);
        return upTo(Math.min(span, LONGEST_BACKOFF.toMillis()) * spacing);
    }

    private Duration otherStrategy(double spacing) {
        return NOT_FOUND_LEAST.plus(upTo(NOT_FOUND_SPREAD.toMillis() * spacing));
    }

    private Duration untoldLimit(double spacing) {
        return UNTOLD_LIMIT.plus(upTo(UNTOLD_LIMIT.toMillis() * spacing));
    }

    private Instant aLittleLater(Instant named, Instant now) {
        Instant earliest = named.isAfter(now) ? named : now;
        long wait = (long) (LATENESS * Duration.between(now, earliest).toMillis());
        return earliest.plus(upTo((double) Math.clamp(wait, 1000, MOST_LATENESS.toMillis())));
    }

    private Duration upTo(double millis) {
        return Duration.ofMillis((long) (random.nextDouble() * millis));
    }
}

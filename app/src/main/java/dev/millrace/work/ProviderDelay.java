package dev.millrace.work;

import java.time.Duration;
import java.time.Instant;

/**
 * How much to hold back from one host: a gap between calls that grows when the host is overloaded and shrinks when it
 * answers, and a time before which it wants no call at all. Safe for threads.
 */
public final class ProviderDelay {
    static final Duration SHORTEST = Duration.ofMillis(1);
    static final Duration LONGEST = Duration.ofSeconds(10);
    /** The first gap of a host whose pace we do not know, and the longest first gap of any. */
    static final Duration FIRST = Duration.ofMillis(100);
    /** How many answers in a row say that the host allows more than the gap does. */
    private static final int STREAK = 12;

    private final Average paceNanos = new Average(0.05);
    private Cause cause = Cause.OUTAGE;
    private double gapNanos;
    private int streak;
    private Instant grown = Instant.MIN;
    private Instant answered = Instant.MIN;
    private Instant closedUntil = Instant.MIN;
    private Instant started = Instant.MIN;

    /** Why the gap grew, which says how it should move. */
    private enum Cause {
        /** The host has a pace, and the gap feels for it in small steps. */
        REFUSAL(1.25, 0.98, 0.8),
        /** It tells nothing about a pace; the gap must not outlast it. */
        OUTAGE(2, 0.25, 0.25);

        private final double growth;
        private final double decay;
        private final double decayAfterStreak;

        Cause(double growth, double decay, double decayAfterStreak) {
            this.growth = growth;
            this.decay = decay;
            this.decayAfterStreak = decayAfterStreak;
        }
    }

    public synchronized void observe(Sample sample) {
        if (sample.isStrain()) {
            strained(sample);
        } else {
            answered(sample.ended());
        }
    }

    /**
     * Asks to start a call now: zero means go, and that it was counted; else wait so long and ask again. Nothing is booked
     * ahead, since the gap may be another one by then.
     */
    public synchronized Duration tryStart(Instant now) {
        Instant free = latest(closedUntil, started.equals(Instant.MIN) ? started : started.plusNanos((long) gapNanos));
        if (free.isAfter(now)) {
            return Duration.between(now, free);
        }
        started = now;
        return Duration.ZERO;
    }

    /** Whether the host asked for silence; what would call it should be put back rather than wait. */
    public synchronized boolean isClosed(Instant now) {
        return now.isBefore(closedUntil);
    }

    /** The end of that silence; in the past if there is none. */
    public synchronized Instant closedUntil() {
        return closedUntil;
    }

    /** The gap between two calls; zero for a healthy host. */
    public synchronized Duration gap() {
        return Duration.ofNanos((long) gapNanos);
    }

    private void strained(Sample sample) {
        Failure failure = sample.failure();
        if (failure != null && failure.notBefore() != null) {
            closedUntil = latest(closedUntil, failure.notBefore());
        }
        // Calls that were under way when the gap grew could not know of it: what fails together is one sign, not many.
        if (sample.started().isAfter(grown)) {
            cause = sample.is(FailureClass.RATE_LIMITED) ? Cause.REFUSAL : Cause.OUTAGE;
            gapNanos = Math.min(gapNanos == 0 ? firstGap() : gapNanos * cause.growth, (double) LONGEST.toNanos());
            grown = sample.ended();
            streak = 0;
        }
    }

    /** Somewhat slower than the answers came so far, so that a quick host is not held to the pace of a slow one. */
    private double firstGap() {
        double usual = paceNanos.or((double) FIRST.toNanos());
        return Math.clamp(cause.growth * usual, (double) SHORTEST.toNanos(), (double) FIRST.toNanos());
    }

    private void answered(Instant now) {
        if (gapNanos == 0 && now.isAfter(answered) && !answered.equals(Instant.MIN)) {
            paceNanos.add((double) Duration.between(answered, now).toNanos());
        }
        answered = latest(answered, now);
        gapNanos *= ++streak > STREAK ? cause.decayAfterStreak : cause.decay;
        gapNanos = gapNanos < SHORTEST.toNanos() ? 0 : gapNanos;
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}

package dev.millrace.work;

import java.time.Duration;
import java.time.Instant;

/**
 * How many tries may run at once against one provider. Safe for threads.
 *
 * <p>Additive increase, multiplicative decrease, stabilised. It goes down by a tenth when the other side refuses, fails
 * more than usual or answers slower than a loose ceiling, and by half when many are still refused after that. It goes up
 * by one per window, only while the limit is really used, and a step up is kept only if throughput rose with it:
 * otherwise more at once is merely a longer queue. If it did not, a step down is tried next. What failed is tried again
 * after a patience that doubles each time, so that a steady service is left in peace.
 */
final class Concurrency {
    static final int START = 4;
    private static final double CUT = 0.9;
    /** A step up is by a quarter in all: less would drown in the noise of the measurement. */
    private static final int STEP_DIVISOR = 4;
    private static final double STEP_DOWN = 0.85;
    /** A change of the limit must bring or cost this part of what it would if nothing else held us back. */
    private static final double WORTH = 1.0 / 3;
    private static final int JUDGED_WINDOWS = 2;
    private static final int PROVEN_WINDOWS = 8;
    private static final int LEAST_PATIENCE = 2;
    private static final int MOST_PATIENCE = 64;
    private static final int UNKNOWN = Integer.MAX_VALUE;

    private enum Phase {
        /** At the base: learning its throughput, waiting for the patience to end. */
        STEADY,
        /** Above the base: does more bring more? */
        RAISED,
        /** Below the base: did the last of it bring anything? */
        LOWERED
    }

    private final int max;
    private final Duration ceiling;
    private final Average baseThroughput = new Average(0.3);
    private final Average triedThroughput = new Average(0.5);
    private Phase phase = Phase.STEADY;
    private int base;
    private int limit;
    private int windows;
    private int patience = LEAST_PATIENCE;
    private int failedLimit = UNKNOWN;
    private boolean moreBroughtNothing;
    private boolean cleanSinceCut = true;
    private Instant changed = Instant.MIN;
    private Window window = new Window();

    Concurrency(WorkSettings settings) {
        this.max = settings.concurrencyMax();
        this.ceiling = settings.latencyCeiling();
        this.limit = Math.min(START, max);
        this.base = limit;
    }

    /** The limit of now; a hard-pressed machine gets less of it, and all of it again as soon as it can breathe. */
    synchronized int limit(Pressure pressure) {
        return Math.max(1, (int) (limit * pressure.machineShare()));
    }

    synchronized void observe(Sample sample) {
        // What began under another limit tells nothing about this one.
        if (sample.started().isBefore(changed)) {
            return;
        }
        window.add(sample, limit);
        if (sample.is(FailureClass.RATE_LIMITED) && cleanSinceCut) {
            cutTo(aTenthLess(), sample.ended());
        } else if (window.isOutage()) {
            cutTo(atLeastOneLess(), sample.ended());
        } else if (window.isComplete(limit)) {
            conclude(window, sample.ended());
        }
    }

    private void conclude(Window full, Instant now) {
        window = new Window(now);
        if (full.isCrowded()) {
            cutTo(limit / 2, now);
        } else if (full.isRefused() || full.isStrained() || full.latency().compareTo(ceiling) > 0) {
            cutTo(atLeastOneLess(), now);
        } else {
            cleanSinceCut = true;
            if (full.isUsed()) {
                step(full.throughput(), now);
            }
        }
    }

    /** Rounded, so nothing for a limit below five: the gap between calls serves better there than half of two. */
    private int aTenthLess() {
        return (int) Math.round(limit * CUT - 0.01);
    }

    private int atLeastOneLess() {
        return (int) (limit * CUT);
    }

    private void cutTo(int lower, Instant now) {
        // Cuts without a clean window between them are one event: an outage does not tell which limit is too high.
        if (cleanSinceCut) {
            remember();
        }
        cleanSinceCut = false;
        moreBroughtNothing = false;
        settleAt(Math.max(1, lower), now);
    }

    /** A base that held for long is not to blame for one disturbance: it may return to it at once, but not beyond. */
    private void remember() {
        boolean proven = phase == Phase.STEADY && windows >= PROVEN_WINDOWS;
        failedLimit = proven ? limit + 1 : limit;
        patience = proven ? patience : Math.min(2 * patience, MOST_PATIENCE);
    }

    private void step(double throughput, Instant now) {
        switch (phase) {
            case STEADY -> steady(throughput, now);
            case RAISED -> raised(throughput, now);
            case LOWERED -> lowered(throughput, now);
        }
    }

    private void steady(double throughput, Instant now) {
        baseThroughput.add(throughput);
        windows++;
        if (failedLimit != UNKNOWN && limit + 1 < failedLimit) {
            // It was higher before the cut, and that paid.
            settleAt(limit + 1, now);
        } else if (windows >= patience) {
            explore(now);
        }
    }

    private void explore(Instant now) {
        if (moreBroughtNothing && base > 1) {
            explore(Phase.LOWERED, Math.min(base - 1, (int) Math.ceil(base * STEP_DOWN)), now);
        } else if (base < max) {
            explore(Phase.RAISED, base + 1, now);
        }
    }

    private void explore(Phase direction, int newLimit, Instant now) {
        phase = direction;
        windows = 0;
        triedThroughput.forget();
        moveTo(newLimit, now);
    }

    private void raised(double throughput, Instant now) {
        if (limit < Math.min(max, base + Math.max(1, base / STEP_DIVISOR))) {
            moveTo(limit + 1, now);
            return;
        }
        triedThroughput.add(throughput);
        if (++windows >= JUDGED_WINDOWS) {
            judge(gain() >= WORTH * (limit - base) / base, now);
        }
    }

    private void lowered(double throughput, Instant now) {
        triedThroughput.add(throughput);
        if (++windows >= JUDGED_WINDOWS) {
            judge(-gain() <= WORTH * (base - limit) / base, now);
        }
    }

    private void judge(boolean better, Instant now) {
        moreBroughtNothing = better == (phase == Phase.LOWERED);
        if (better) {
            keep(now);
        } else {
            patience = Math.min(2 * patience, MOST_PATIENCE);
            settleAt(base, now);
        }
    }

    /** The new limit is the base, its throughput is known: go on in the same direction without a pause. */
    private void keep(Instant now) {
        patience = limit > base ? LEAST_PATIENCE : patience;
        // Else it would climb back at once to below what failed, although that brought nothing.
        failedLimit = UNKNOWN;
        base = limit;
        baseThroughput.forget();
        baseThroughput.add(triedThroughput.or(0));
        phase = Phase.STEADY;
        explore(now);
    }

    /** By how much more or less got done than at the base, as a part of that. */
    private double gain() {
        double usual = baseThroughput.or(0);
        return usual > 0 ? triedThroughput.or(0) / usual - 1 : 0;
    }

    private void settleAt(int newBase, Instant now) {
        phase = Phase.STEADY;
        windows = 0;
        if (newBase != base) {
            base = newBase;
            baseThroughput.forget();
        }
        moveTo(newBase, now);
    }

    private void moveTo(int newLimit, Instant now) {
        limit = newLimit;
        changed = now;
        window = new Window();
    }

    /** What was seen since the limit last changed or was last judged. */
    private static final class Window {
        private static final Duration SHORTEST = Duration.ofSeconds(1);
        private static final Duration LONG = Duration.ofSeconds(30);
        private static final int LEAST_SAMPLES = 20;
        private static final int LEAST_SAMPLES_IF_LONG = 4;
        /** A few failures are usual anywhere; a limit that fell for each of them would end at 1. */
        private static final double USUAL_STRAIN = 0.05;
        private static final int LEAST_STRAIN = 3;
        private static final int LEAST_OUTAGE = 5;
        private static final double CROWD = 0.1;

        private Instant from;
        private Instant until;
        private int samples;
        private int answers;
        private int strained;
        private int refused;
        private int used;
        private double nanos;

        /** Opens with the end of its first sample: to count from its start would make the first window look slow. */
        Window() {
            this(Instant.MIN);
        }

        Window(Instant from) {
            this.from = from;
            this.until = from;
        }

        void add(Sample sample, int limit) {
            until = sample.ended();
            if (from.equals(Instant.MIN)) {
                from = until;
            } else if (sample.isAnswer()) {
                answers++;
                nanos += sample.took().toNanos();
            }
            samples++;
            refused += sample.is(FailureClass.RATE_LIMITED) ? 1 : 0;
            strained += sample.isStrain() && !sample.is(FailureClass.RATE_LIMITED) ? 1 : 0;
            used += sample.atOnce() >= limit ? 1 : 0;
        }

        /** Failures without end: no need to wait for the window's. */
        boolean isOutage() {
            return strained >= LEAST_OUTAGE && 2 * strained >= samples;
        }

        /** More refusals than the last ones of a crowd that is already leaving. */
        boolean isCrowded() {
            return refused > CROWD * samples;
        }

        boolean isRefused() {
            return refused > 0;
        }

        /** More failures than usual by more than chance would have it (two standard deviations). */
        boolean isStrained() {
            double usual = USUAL_STRAIN * samples;
            return strained >= Math.max(LEAST_STRAIN, usual + 2 * Math.sqrt(usual));
        }

        boolean isComplete(int limit) {
            Duration length = length();
            return (samples >= enough(limit) && length.compareTo(SHORTEST) >= 0)
                    || (samples >= LEAST_SAMPLES_IF_LONG && length.compareTo(LONG) >= 0);
        }

        boolean isUsed() {
            return 2 * used >= samples;
        }

        double throughput() {
            return answers / (length().toNanos() / 1e9);
        }

        /** How long an answer took on average. */
        Duration latency() {
            return Duration.ofNanos((long) (nanos / Math.max(1, answers)));
        }

        private Duration length() {
            return Duration.between(from, until);
        }

        private static int enough(int limit) {
            return Math.max(LEAST_SAMPLES, 2 * limit);
        }
    }
}

package dev.millrace.work;

import dev.millrace.work.Simulation.Limiter;
import java.time.Duration;
import java.time.Instant;

/** The controller of the product and the one that comes to mind first. */
final class Limiters {
    private Limiters() {}

    static Limiter ours(WorkSettings settings) {
        Concurrency concurrency = new Concurrency(settings);
        return new Limiter() {
            @Override
            public int limit() {
                return concurrency.limit(Pressure.CALM);
            }

            @Override
            public void observe(Sample sample) {
                concurrency.observe(sample);
            }
        };
    }

    /** Doubles each second in which all went well and quickly, halves when something failed or was slow. */
    static Limiter doublingAndHalving(WorkSettings settings, Duration threshold) {
        return new Limiter() {
            private int limit = Concurrency.START;
            private Instant since = Simulation.START;
            private boolean bad;

            @Override
            public int limit() {
                return limit;
            }

            @Override
            public void observe(Sample sample) {
                bad |= sample.isStrain() || sample.took().compareTo(threshold) > 0;
                if (Duration.between(since, sample.ended()).toMillis() >= 1000) {
                    limit = Math.clamp(bad ? limit / 2 : limit * 2L, 1, settings.concurrencyMax());
                    since = sample.ended();
                    bad = false;
                }
            }
        };
    }
}

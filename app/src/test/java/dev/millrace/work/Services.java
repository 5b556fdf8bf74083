package dev.millrace.work;

import dev.millrace.work.Simulation.Reply;
import dev.millrace.work.Simulation.Service;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Services with a capacity that nobody tells. */
final class Services {
    private static final double REFUSED_AFTER = 0.005;

    private Services() {}

    /**
     * Lets so many calls a second through, with half a second's worth as a reserve, and refuses the rest.
     *
     * @param capacity calls a second, by the time in seconds
     */
    static Service rateLimited(DoubleUnaryOperator capacity, double latency, @Nullable Duration retryAfter,
            RandomGenerator random) {
        return new Service() {
            private double reserve = capacity.applyAsDouble(0) / 2;
            private double last;

            @Override
            public Reply call(double now, int atOnce) {
                double perSecond = capacity.applyAsDouble(now);
                reserve = Math.min(perSecond / 2, reserve + (now - last) * perSecond);
                last = now;
                if (reserve < 1) {
                    return refused(now, retryAfter);
                }
                reserve--;
                return Reply.answer(Simulation.around(latency, random));
            }
        };
    }

    /** Works on so many at once and refuses what comes on top. */
    static Service crowded(int most, double latency, RandomGenerator random) {
        return (now, atOnce) -> atOnce > most
                ? refused(now, null)
                : Reply.answer(Simulation.around(latency, random));
    }

    /** Works on so many at once and lets the rest wait, without a word. */
    static Service queueing(int servers, double latency, RandomGenerator random) {
        double[] freeAt = new double[servers];
        return (now, _) -> {
            Arrays.sort(freeAt);
            freeAt[0] = Math.max(now, freeAt[0]) + Simulation.around(latency, random);
            return Reply.answer(freeAt[0] - now);
        };
    }

    /** The same, but a share of all calls fails, by the time in seconds. */
    static Service failing(Service service, DoubleUnaryOperator share, RandomGenerator random) {
        return (now, atOnce) -> {
            Reply reply = service.call(now, atOnce);
            return random.nextDouble() < share.applyAsDouble(now)
                    ? new Reply(reply.seconds(), Failure.of(FailureClass.TRANSIENT, "It failed."))
                    : reply;
        };
    }

    private static Reply refused(double now, @Nullable Duration retryAfter) {
        return new Reply(REFUSED_AFTER, new Failure(FailureClass.RATE_LIMITED, "Too many.",
                retryAfter == null ? null : Simulation.instant(now + REFUSED_AFTER).plus(retryAfter)));
    }
}

package dev.millrace.work;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A worker that always has work, a service, and what lies between: hours of it in a moment, the same for each seed. */
final class Simulation {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** How many at once, decided by whatever is being tried. */
    interface Limiter {
        int limit();

        void observe(Sample sample);
    }

    /** What one call comes to. */
    record Reply(double seconds, @Nullable Failure failure) {
        static Reply answer(double seconds) {
            return new Reply(seconds, null);
        }
    }

    interface Service {
        Reply call(double now, int atOnce);
    }

    /** One second of the run. */
    record Second(int limit, int answers, int refusals, double meanLatency) {}

    private record Call(double start, double end, Reply reply) {}

    private final Service service;
    private final Limiter limiter;
    private final ProviderDelay delay;
    private final PriorityQueue<Call> running = new PriorityQueue<>((a, b) -> Double.compare(a.end, b.end));
    private final List<Second> seconds = new ArrayList<>();
    private double now;
    private int answers;
    private int refusals;
    private double latency;

    Simulation(Service service, Limiter limiter, ProviderDelay delay) {
        this.service = service;
        this.limiter = limiter;
        this.delay = delay;
    }

    /** Runs for so many seconds and tells each of them. */
    List<Second> run(int length) {
        while (seconds.size() < length) {
            double wait = running.size() < limiter.limit() ? wait(delay.tryStart(instant(now))) : Double.MAX_VALUE;
            double end = running.isEmpty() ? Double.MAX_VALUE : running.peek().end;
            if (wait == 0) {
                start();
            } else if (now + wait < end) {
                advance(now + wait);
            } else {
                advance(end);
                finish(running.remove());
            }
        }
        return List.copyOf(seconds.subList(0, length));
    }

    private void start() {
        Reply reply = service.call(now, running.size() + 1);
        running.add(new Call(now, now + reply.seconds, reply));
    }

    private void finish(Call call) {
        Sample sample = new Sample(instant(call.end), Duration.ofNanos((long) ((call.end - call.start) * 1e9)),
                running.size() + 1, call.reply.failure);
        limiter.observe(sample);
        delay.observe(sample);
        answers += sample.isAnswer() ? 1 : 0;
        refusals += sample.isAnswer() ? 0 : 1;
        latency += sample.isAnswer() ? call.reply.seconds : 0;
    }

    private void advance(double to) {
        while (seconds.size() + 1 <= to) {
            seconds.add(new Second(limiter.limit(), answers, refusals, answers == 0 ? 0 : latency / answers));
            answers = 0;
            refusals = 0;
            latency = 0;
        }
        now = to;
    }

    static Instant instant(double seconds) {
        return START.plusNanos((long) (seconds * 1e9));
    }

    private static double wait(Duration wait) {
        // A nanosecond more, since rounding may else end the wait just before its end for ever.
        return wait.isZero() ? 0 : (wait.toNanos() + 1) / 1e9;
    }

    /** A time around the mean with a long tail, as services have them; strict, so that every machine draws the same. */
    static double around(double mean, RandomGenerator random) {
        return mean * StrictMath.exp(0.3 * random.nextGaussian() - 0.045);
    }
}

package dev.millrace.work;

import dev.millrace.work.Simulation.Limiter;
import dev.millrace.work.Simulation.Second;
import dev.millrace.work.Simulation.Service;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ConcurrencyTests {
    private static final double LATENCY = 0.1;
    private static final int LENGTH = 600;
    private static final int WARM = 60;
    private static final @Nullable Duration UNTOLD = null;

    /**
     * What a run came to after it was warm.
     *
     * @param goodput answers as a part of what the service could have given
     * @param waste failed calls as a part of all
     * @param slowness the time of an answer, as a multiple of an idle service's
     * @param turns how often the limit turned, in a hundred seconds
     */
    private record Outcome(double goodput, double waste, double slowness, double turns) {
        static Outcome of(List<Second> run, double capacity) {
            List<Second> warm = run.subList(WARM, run.size());
            double answers = warm.stream().mapToInt(Second::answers).sum();
            double refusals = warm.stream().mapToInt(Second::refusals).sum();
            double latency = warm.stream().mapToDouble(second -> second.answers() * second.meanLatency()).sum();
            return new Outcome(answers / warm.size() / capacity, refusals / (answers + refusals),
                    latency / answers / LATENCY, 100.0 * Runs.turns(warm, Second::limit) / warm.size());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aServiceThatRefusesBeyondItsRateIsUsedWellAndHardlyEverRefuses(long seed) {
        Outcome ours = ours(seed, random -> Services.rateLimited(_ -> 300, LATENCY, UNTOLD, random), 300);
        Outcome naive = naive(seed, random -> Services.rateLimited(_ -> 300, LATENCY, UNTOLD, random), 300);

        assertThat(ours.goodput()).isGreaterThan(0.92);
        assertThat(ours.waste()).isLessThan(0.01).isLessThan(naive.waste() / 10);
        assertThat(ours.turns()).isLessThan(15).isLessThan(naive.turns() / 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aServiceThatMakesUsWaitAfterARefusalIsUsedWell(long seed) {
        Function<RandomGenerator, Service> service = random -> Services.rateLimited(_ -> 300, LATENCY,
                Duration.ofSeconds(1), random);
        Outcome ours = ours(seed, service, 300);
        Outcome naive = naive(seed, service, 300);

        assertThat(ours.goodput()).isGreaterThan(0.95).isGreaterThan(naive.goodput() + 0.1);
        assertThat(ours.waste()).isLessThan(0.001);
        assertThat(ours.turns()).isLessThan(naive.turns() / 5);
    }

    @ParameterizedTest
    @ValueSource(doubles = {2, 5, 20, 50, 100, 500})
    void quickAndSlowServicesAreUsedWellOnAverage(double capacity) {
        double goodput = new Random(1).longs(10).mapToDouble(seed -> ours(seed,
                random -> Services.rateLimited(_ -> capacity, LATENCY, UNTOLD, random), capacity).goodput())
                .average().orElseThrow();

        assertThat(goodput).isGreaterThan(0.8);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aServiceThatRefusesACrowdIsFilledToTheLastPlace(long seed) {
        Outcome ours = ours(seed, random -> Services.crowded(20, LATENCY, random), 200);
        Outcome naive = naive(seed, random -> Services.crowded(20, LATENCY, random), 200);

        assertThat(ours.goodput()).isGreaterThan(0.97).isGreaterThan(naive.goodput() + 0.2);
        assertThat(ours.waste()).isLessThan(0.001);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aServiceThatQueuesInSilenceIsFilledWithoutAQueue(long seed) {
        Outcome ours = ours(seed, random -> Services.queueing(20, LATENCY, random), 200);
        Outcome naive = naive(seed, random -> Services.queueing(20, LATENCY, random), 200);

        assertThat(ours.goodput()).isGreaterThan(0.9);
        assertThat(ours.slowness()).isLessThan(1.25).isLessThan(naive.slowness());
        assertThat(ours.turns()).isLessThan(5).isLessThan(naive.turns() / 5);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aFewFailuresAreNoReasonToSlowDown(long seed) {
        Function<RandomGenerator, Service> service = random -> Services
                .failing(Services.queueing(20, LATENCY, random), _ -> 0.03, random);
        Outcome ours = ours(seed, service, 200);

        assertThat(ours.goodput()).isGreaterThan(0.87).isGreaterThan(3 * naive(seed, service, 200).goodput());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void afterAnOutageAllIsAsBefore(long seed) {
        List<Second> run = run(Limiters.ours(Runs.WORK), seed, random -> Services.failing(
                Services.queueing(20, LATENCY, random), now -> now >= 200 && now < 230 ? 1 : 0.005, random));

        assertThat(answersPerSecond(run, 215, 230)).isZero();
        assertThat(run.subList(215, 230).stream().mapToInt(Second::refusals).sum())
                .as("calls while it is out of order").isLessThan(30);
        assertThat(answersPerSecond(run, 260, 360)).isGreaterThan(0.9 * answersPerSecond(run, 100, 200));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void itFollowsACapacityThatFallsAndRisesAgain(long seed) {
        List<Second> run = run(Limiters.ours(Runs.WORK), seed, random -> Services.rateLimited(
                now -> now >= 200 && now < 350 ? 80 : 300, LATENCY, UNTOLD, random));

        assertThat(answersPerSecond(run, 210, 350)).isGreaterThan(0.85 * 80);
        assertThat(run.subList(205, 350)).allMatch(second -> second.limit() <= 16);
        assertThat(answersPerSecond(run, 450, 600)).isGreaterThan(0.85 * 300);
    }

    @Test
    void withNothingInItsWayItGoesToTheMostAllowedAndStays() {
        List<Second> run = run(Limiters.ours(Runs.WORK), 1, random -> Services.queueing(1000, LATENCY, random));

        assertThat(run.get(150).limit()).isGreaterThan(55);
        assertThat(run).allMatch(second -> second.limit() <= Runs.WORK.concurrencyMax());
        assertThat(Runs.turns(run, Second::limit)).isLessThan(6);
    }

    @Test
    void answersSlowerThanTheCeilingLowerIt() {
        Concurrency concurrency = new Concurrency(Runs.WORK);
        Instant now = Simulation.START;
        for (int i = 0; i < 400; i++) {
            now = now.plusSeconds(40);
            concurrency.observe(new Sample(now, Duration.ofSeconds(35), 1, null));
        }

        assertThat(concurrency.limit(Pressure.CALM)).isEqualTo(1);
    }

    @Test
    void whoDoesNotUseTheLimitGetsNoHigherOne() {
        Concurrency concurrency = new Concurrency(Runs.WORK);
        for (int i = 1; i < 10_000; i++) {
            concurrency.observe(new Sample(Simulation.instant(i / 10.0), Duration.ofMillis(50), 3, null));
        }

        assertThat(concurrency.limit(Pressure.CALM)).isEqualTo(Concurrency.START);
    }

    @Test
    void aHardPressedMachineGetsLessAndAllOfItAgainAtOnce() {
        Concurrency concurrency = new Concurrency(Runs.WORK);

        assertThat(concurrency.limit(new Pressure(0, 1, 0))).isEqualTo(2);
        assertThat(concurrency.limit(new Pressure(0, 0, 1))).isEqualTo(1);
        assertThat(concurrency.limit(Pressure.CALM)).isEqualTo(4);
    }

    @Test
    void whateverHappensItStaysWithinItsBounds() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Concurrency concurrency = new Concurrency(Runs.WORK);
            Instant now = Simulation.START;
            for (int i = 0; i < 5_000; i++) {
                now = now.plusMillis(random.nextInt(200));
                concurrency.observe(new Sample(now, Duration.ofMillis(random.nextInt(60_000)), random.nextInt(100),
                        random.nextInt(4) == 0 ? Runs.anyFailure(random) : null));

                assertThat(concurrency.limit(Pressure.CALM)).isBetween(1, Runs.WORK.concurrencyMax());
            }
        }
    }

    private static Outcome ours(long seed, Function<RandomGenerator, Service> service, double capacity) {
        return Outcome.of(run(Limiters.ours(Runs.WORK), seed, service), capacity);
    }

    private static Outcome naive(long seed, Function<RandomGenerator, Service> service, double capacity) {
        return Outcome.of(run(Limiters.doublingAndHalving(Runs.WORK, Duration.ofMillis(300)), seed, service), capacity);
    }

    private static List<Second> run(Limiter limiter, long seed, Function<RandomGenerator, Service> service) {
        return new Simulation(service.apply(new Random(seed)), limiter, new ProviderDelay()).run(LENGTH);
    }

    private static double answersPerSecond(List<Second> run, int from, int to) {
        return run.subList(from, to).stream().mapToInt(Second::answers).average().orElseThrow();
    }
}

package dev.millrace.work;

import dev.millrace.work.ClaimRun.Slice;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ClaimSizeTests {
    private final ItemTimes times = new ItemTimes();
    private final ClaimSize size = new ClaimSize(Runs.WORK);

    @Test
    void unknownWorkIsTriedWithTheFewest() {
        assertThat(size.next(times, 8, 1)).isEqualTo(1);
        assertThat(size.next(times, 8, 1)).isEqualTo(1);
    }

    @Test
    void asManyAreClaimedAsFitIntoASlice() {
        answers(512, Duration.ofMillis(100));

        // 5 s / 100 ms * 0.7, in steps of at most twice as many
        assertThat(IntStream.range(0, 8).map(_ -> size.next(times, 1, 1))).containsExactly(2, 4, 8, 16, 32, 32, 32, 32);
        assertThat(IntStream.range(0, 3).map(_ -> size.next(times, 4, 1))).containsExactly(64, 128, 128);
    }

    @Test
    void pressureMakesClaimsSmallerAndLessOfItLargerAgain() {
        answers(512, Duration.ofMillis(10));
        IntStream.range(0, 20).forEach(_ -> size.next(times, 1, 1));

        assertThat(IntStream.range(0, 3).map(_ -> size.next(times, 1, 0.25))).containsExactly(175, 87, 87);
        assertThat(IntStream.range(0, 3).map(_ -> size.next(times, 1, 1))).containsExactly(174, 348, 348);
    }

    @Test
    void aFewSlowItemsAmongQuickOnesChangeNothing() {
        answers(512, Duration.ofMillis(10));
        IntStream.range(0, 20).forEach(_ -> size.next(times, 1, 1));
        answers(10, Duration.ofSeconds(2));

        assertThat(size.next(times, 1, 1)).isEqualTo(350);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void itFollowsStepsOfTheItemTimeAndIsCalmBetweenThem(long seed) {
        List<Slice> ours = steps(ClaimRun.ours(), seed);
        List<Slice> naive = steps(ClaimRun.doublingAndHalving(), seed);

        assertThat(List.of(ours.subList(15, 40), ours.subList(55, 80), ours.subList(95, 120))).allSatisfy(calm -> {
            assertThat(calm).allSatisfy(slice -> assertThat(slice.seconds()).isBetween(1.5, 5.0));
            assertThat(Runs.turns(calm, Slice::claimed)).isLessThanOrEqualTo(2);
        });
        assertThat(Runs.turns(ours, Slice::claimed)).isLessThan(Runs.turns(naive, Slice::claimed) / 4);
        assertThat(overrun(ours)).isLessThan(overrun(naive) / 3);
    }

    @Test
    void whateverHappensItStaysWithinItsBoundsAndMovesByTwiceAtMost() {
        Random random = new Random(1);
        int before = 1;
        for (int i = 0; i < 20_000; i++) {
            times.observe(Runs.answered(Duration.ofNanos((long) Math.exp(random.nextDouble(25)))));
            int now = size.next(times, 1 + random.nextInt(64), 0.25 + 0.75 * random.nextDouble());

            assertThat(now).isBetween(1, 1000).isBetween(before / 2, before * 2);
            before = now;
        }
    }

    private static List<Slice> steps(ClaimRun.Claimer claimer, long seed) {
        return ClaimRun.of(claimer, 120, slice -> slice < 40 || slice >= 80 ? 0.01 : 0.1, new Random(seed));
    }

    /** The seconds by which slices were too long, in all. */
    private static double overrun(List<Slice> run) {
        return run.stream().mapToDouble(slice -> Math.max(0, slice.seconds() - 5)).sum();
    }

    private void answers(int count, Duration took) {
        IntStream.range(0, count).forEach(_ -> times.observe(Runs.answered(took)));
    }
}

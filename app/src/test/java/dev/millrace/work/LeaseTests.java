package dev.millrace.work;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeaseTests {
    private final ItemTimes times = new ItemTimes();

    @Test
    void aClaimOfUnknownWorkHasTheShortestLease() {
        assertThat(Lease.of(times, Runs.WORK)).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void aSliceAndASlowItemFitIntoIt() {
        times.observe(Runs.answered(Duration.ofSeconds(9)));

        assertThat(Lease.of(times, Runs.WORK)).isEqualTo(Duration.ofSeconds(5 + 9 + 5));
    }

    @Test
    void twiceAnItemFitsIntoIt() {
        times.observe(Runs.answered(Duration.ofMinutes(1)));

        assertThat(Lease.of(times, Runs.WORK)).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void itNeverLeavesItsBounds() {
        Random random = new Random(1);
        for (int i = 0; i < 5_000; i++) {
            times.observe(Runs.answered(Duration.ofMillis((long) Math.exp(random.nextDouble(18)))));

            assertThat(Lease.of(times, Runs.WORK)).isBetween(Runs.WORK.lockFloor(), Runs.WORK.lockCap());
        }
    }
}

package dev.millrace.work;

import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PressureTests {
    @Test
    void whoIsCalmHoldsNothingBack() {
        assertThat(Pressure.CALM).isEqualTo(new Pressure(0, 0, 0));
        for (Pressure calm : new Pressure[]{Pressure.CALM, new Pressure(0.1, 0.9, 0.85),
                new Pressure(Double.NaN, -1, Double.NaN)}) {
            assertThat(calm.share()).isEqualTo(1);
            assertThat(calm.machineShare()).isEqualTo(1);
            assertThat(calm.spacing()).isEqualTo(1);
        }
    }

    @Test
    void anErrorSpikeShrinksClaimsAndSpreadsRetries() {
        Pressure spike = new Pressure(0.5, 0, 0);

        assertThat(spike.share()).isEqualTo(0.25);
        assertThat(spike.spacing()).isEqualTo(8);
        assertThat(spike.machineShare()).isEqualTo(1);
    }

    @Test
    void aBusyProcessorHalvesAndAFullHeapQuarters() {
        assertThat(new Pressure(0, 1, 0).machineShare()).isEqualTo(0.5);
        assertThat(new Pressure(0, 0, 1).machineShare()).isEqualTo(0.25);
        assertThat(new Pressure(0, 1, 0).spacing()).isEqualTo(1);
    }

    @Test
    void moreOfAnythingNeverLoosensAndNothingLeavesItsBounds() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            Pressure one = new Pressure(random.nextDouble(), random.nextDouble(), random.nextDouble());
            Pressure more = new Pressure(one.strain() + random.nextDouble(), one.cpu() + random.nextDouble(),
                    one.memory() + random.nextDouble());

            assertThat(more.share()).isBetween(0.25, one.share());
            assertThat(more.machineShare()).isBetween(0.25, one.machineShare());
            assertThat(more.spacing()).isBetween(one.spacing(), Pressure.LONGEST_SPACING);
        }
    }
}

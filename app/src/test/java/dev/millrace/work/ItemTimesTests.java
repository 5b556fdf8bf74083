package dev.millrace.work;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class ItemTimesTests {
    private final ItemTimes times = new ItemTimes();

    @Test
    void nothingIsKnownBeforeTheFirstAnswer() {
        times.observe(Runs.failed(FailureClass.TRANSIENT, Duration.ofSeconds(30)));

        assertThat(times.mean()).isEmpty();
        assertThat(times.quantile(0.5)).isEmpty();
    }

    @Test
    void quantilesAreThoseOfTheLastAnswers() {
        IntStream.rangeClosed(1, 100).forEach(n -> answer(Duration.ofMillis(n)));

        assertThat(times.quantile(0)).contains(Duration.ofMillis(1));
        assertThat(times.quantile(0.9)).contains(Duration.ofMillis(91));
        assertThat(times.quantile(1)).contains(Duration.ofMillis(100));
        assertThat(times.quantile(0, 10)).contains(Duration.ofMillis(91));
        assertThatIllegalArgumentException().isThrownBy(() -> times.quantile(1.1));
    }

    @Test
    void oldAnswersAreForgotten() {
        answer(Duration.ofHours(1));
        IntStream.range(0, ItemTimes.WINDOW).forEach(_ -> answer(Duration.ofMillis(5)));

        assertThat(times.quantile(1)).contains(Duration.ofMillis(5));
        assertThat(times.mean().orElseThrow()).isLessThan(Duration.ofMillis(6));
    }

    @Test
    void errorsAreCountedAndTheirTimesAreNot() {
        IntStream.range(0, 500).forEach(n -> {
            answer(Duration.ofMillis(100));
            times.observe(Runs.failed(n % 2 == 0 ? FailureClass.RATE_LIMITED : FailureClass.INVALID, Duration.ZERO));
        });

        assertThat(times.quantile(0)).contains(Duration.ofMillis(100));
        assertThat(times.errorRate()).isCloseTo(0.5, within(0.05));
        assertThat(times.strain()).isCloseTo(0.25, within(0.05));
        assertThat(times.throttleRate()).isCloseTo(0.25, within(0.05));
    }

    @Test
    void anAnswerWithNothingIsAnAnswer() {
        IntStream.range(0, 500).forEach(_ -> times.observe(Runs.failed(FailureClass.NOT_FOUND, Duration.ofMillis(7))));

        assertThat(times.mean()).contains(Duration.ofMillis(7));
        assertThat(times.errorRate()).isZero();
        assertThat(times.notFoundRate()).isGreaterThan(0.9);
    }

    @Test
    void everyProcessorAndProviderHasItsOwnAndTheLeastUsedAreForgotten() {
        Statistics statistics = new Statistics();
        ItemTimes one = statistics.of("copy", "");
        IntStream.range(0, 5000).forEach(n -> {
            statistics.of("reconcile", "host" + n);
            assertThat(statistics.of("copy", "")).isSameAs(one);
        });

        assertThat(statistics.all()).hasSize(1000);
    }

    private void answer(Duration took) {
        times.observe(Runs.answered(took));
    }
}

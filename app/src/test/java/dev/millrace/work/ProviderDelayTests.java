package dev.millrace.work;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProviderDelayTests {
    private static final Instant NOW = Simulation.START;
    private static final Duration CALL = Duration.ofMillis(50);

    private final ProviderDelay delay = new ProviderDelay();

    @Test
    void aHealthyHostIsNotKeptWaiting() {
        end(NOW, null);

        assertThat(delay.tryStart(NOW)).isZero();
        assertThat(delay.tryStart(NOW)).isZero();
        assertThat(delay.gap()).isZero();
    }

    @Test
    void eachRefusalWidensTheGap() {
        Duration before = Duration.ZERO;
        for (int second = 1; second <= 30; second++) {
            end(NOW.plusSeconds(second), FailureClass.RATE_LIMITED);

            assertThat(delay.gap()).isGreaterThan(before).isLessThanOrEqualTo(ProviderDelay.LONGEST);
            before = delay.gap().equals(ProviderDelay.LONGEST) ? Duration.ZERO : delay.gap();
        }
        assertThat(delay.gap()).isEqualTo(ProviderDelay.LONGEST);
    }

    @Test
    void callsThatFailTogetherAreOneSign() {
        end(NOW, FailureClass.TRANSIENT);
        Duration gap = delay.gap();
        for (int i = 1; i < 50; i++) {
            end(NOW.plusMillis(i), FailureClass.TRANSIENT);
        }

        assertThat(delay.gap()).isEqualTo(gap);
    }

    @Test
    void callsKeepTheGapAndNobodyBooksAhead() {
        end(NOW, FailureClass.TRANSIENT);

        assertThat(delay.tryStart(NOW)).isZero();
        assertThat(delay.tryStart(NOW)).isEqualTo(delay.gap());
        assertThat(delay.tryStart(NOW)).isEqualTo(delay.gap());
        assertThat(delay.tryStart(NOW.plus(delay.gap()))).isZero();
    }

    @Test
    void answersCloseTheGapQuicklyAfterAnOutage() {
        for (int second = 1; second <= 300; second += 11) {
            end(NOW.plusSeconds(second), FailureClass.TRANSIENT);
        }
        assertThat(delay.gap()).isEqualTo(ProviderDelay.LONGEST);
        for (int i = 0; i < 7; i++) {
            end(NOW.plusSeconds(400 + i), null);
        }

        assertThat(delay.gap()).isZero();
    }

    @Test
    void badRowsAndNothingFoundAreNoReasonToHoldBack() {
        end(NOW, FailureClass.INVALID);
        end(NOW.plusSeconds(1), FailureClass.NOT_FOUND);
        end(NOW.plusSeconds(2), FailureClass.DENIED);

        assertThat(delay.gap()).isZero();
    }

    @Test
    void nobodyCallsBeforeTheTimeThatTheHostNamed() {
        Instant named = NOW.plusSeconds(90);
        delay.observe(new Sample(NOW, CALL, 1, new Failure(FailureClass.RATE_LIMITED, "Later.", named)));
        end(NOW.plusMillis(10), null);
        delay.observe(new Sample(NOW, CALL, 1, new Failure(FailureClass.TRANSIENT, "Soon.", NOW.plusSeconds(9))));

        assertThat(delay.isClosed(NOW)).isTrue();
        assertThat(delay.closedUntil()).isEqualTo(named);
        assertThat(delay.tryStart(NOW.plusSeconds(30))).isEqualTo(Duration.ofMinutes(1));
        assertThat(delay.isClosed(named)).isFalse();
        assertThat(delay.tryStart(named)).isZero();
    }

    @Test
    void itNeverLeavesItsBounds() {
        Random random = new Random(1);
        Instant now = NOW;
        for (int i = 0; i < 20_000; i++) {
            now = now.plusMillis(random.nextInt(2000));
            delay.observe(new Sample(now, CALL, 1, random.nextBoolean() ? null : Runs.anyFailure(random)));

            assertThat(delay.gap()).isBetween(Duration.ZERO, ProviderDelay.LONGEST);
            assertThat(delay.tryStart(now)).isBetween(Duration.ZERO, ProviderDelay.LONGEST);
        }
    }

    @Test
    void everyHostHasItsOwn() {
        ProviderDelays delays = new ProviderDelays();

        assertThat(delays.of("a.example")).isSameAs(delays.of("a.example")).isNotSameAs(delays.of("b.example"));
    }

    private void end(Instant ended, @Nullable FailureClass failureClass) {
        delay.observe(new Sample(ended, CALL, 1, failureClass == null ? null : Failure.of(failureClass, "No.")));
    }
}

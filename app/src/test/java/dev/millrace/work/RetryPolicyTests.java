package dev.millrace.work;

import dev.millrace.work.RetryDecision.Final;
import dev.millrace.work.RetryDecision.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class RetryPolicyTests {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final RetryPolicy policy = new RetryPolicy(5, 4, new Random(1));

    @ParameterizedTest
    @EnumSource
    void whatIsPermanentIsFinalAtOnce(FailureClass failureClass) {
        RetryDecision decision = policy.after(Failure.of(failureClass, "No."), Attempts.NONE, 1, NOW);

        assertThat(decision instanceof Final).isEqualTo(failureClass.isPermanent());
    }

    @Test
    void fiveErrorsAreTheEnd() {
        assertThat(triesUntilFinal(Failure.of(FailureClass.TRANSIENT, "No."))).isEqualTo(5);
    }

    @Test
    void fourStrategiesAreTriedEachOnce() {
        Failure notFound = Failure.of(FailureClass.NOT_FOUND, "No.");

        assertThat(triesUntilFinal(notFound)).isEqualTo(4);
        assertThat(IntStream.range(0, 3).map(n -> retry(notFound, new Attempts(0, n), 1).strategy()))
                .containsExactly(1, 2, 3);
    }

    @Test
    void aTimeOutSkipsNoStrategy() {
        Retry retry = retry(Failure.of(FailureClass.TRANSIENT, "No."), new Attempts(2, 1), 1);

        assertThat(retry.strategy()).isEqualTo(1);
        assertThat(retry.attempts()).isEqualTo(new Attempts(3, 1));
    }

    @Test
    void errorsWaitTwiceAsLongEachTimeUpToFiveMinutes() {
        RetryPolicy patient = new RetryPolicy(1000, 4, new Random(1));
        for (int errors = 0; errors < 40; errors++) {
            double most = Math.min(2 * Math.pow(2, errors), 300);

            assertThat(longest(patient, Failure.of(FailureClass.TRANSIENT, "No."), new Attempts(errors, 0), 1))
                    .isBetween(0.9 * most, most);
        }
    }

    @Test
    void theWaitsAreSpreadOverTheWholeSpan() {
        double mean = IntStream.range(0, 2000).mapToObj(_ -> retry(
                Failure.of(FailureClass.TRANSIENT, "No."), new Attempts(3, 0), 1))
                .mapToLong(retry -> Duration.between(NOW, retry.at()).toMillis()).average().orElseThrow();

        assertThat(mean).isBetween(7_500d, 8_500d);
    }

    @Test
    void anErrorSpikeMakesTheWaitsLonger() {
        assertThat(longest(policy, Failure.of(FailureClass.TRANSIENT, "No."), Attempts.NONE, 8)).isBetween(14d, 16d);
        assertThat(longest(policy, Failure.of(FailureClass.NOT_FOUND, "No."), Attempts.NONE, 1)).isBetween(5d, 6d);
    }

    @Test
    void aRateLimitWaitsForTheNamedMomentAndUsesUpNoAttempt() {
        Failure limited = new Failure(FailureClass.RATE_LIMITED, "Later.", NOW.plusSeconds(60));
        for (int i = 0; i < 100; i++) {
            Retry retry = retry(limited, new Attempts(4, 3), 8);

            assertThat(retry.attempts()).isEqualTo(new Attempts(4, 3));
            assertThat(retry.at()).isBetween(NOW.plusSeconds(60), NOW.plusSeconds(66));
        }
    }

    @Test
    void aRateLimitWithoutAMomentWaitsForAWhile() {
        Retry retry = retry(Failure.of(FailureClass.RATE_LIMITED, "Later."), Attempts.NONE, 1);

        assertThat(retry.at()).isBetween(NOW.plusSeconds(30), NOW.plusSeconds(60));
    }

    @Test
    void aBusyServerIsNotAskedBeforeItsTimeNorSoonerThanUsual() {
        Failure busy = new Failure(FailureClass.TRANSIENT, "Later.", NOW.plusSeconds(100));
        Failure hasty = new Failure(FailureClass.TRANSIENT, "Now.", NOW);

        assertThat(retry(busy, Attempts.NONE, 1).at()).isBetween(NOW.plusSeconds(100), NOW.plusSeconds(110));
        assertThat(longest(policy, hasty, new Attempts(3, 0), 1)).isGreaterThan(10);
    }

    private Retry retry(Failure failure, Attempts before, double spacing) {
        return (Retry) policy.after(failure, before, spacing, NOW);
    }

    private static double longest(RetryPolicy policy, Failure failure, Attempts before, double spacing) {
        return IntStream.range(0, 500).mapToObj(_ -> (Retry) policy.after(failure, before, spacing, NOW))
                .mapToDouble(retry -> Duration.between(NOW, retry.at()).toMillis() / 1000.0).max().orElseThrow();
    }

    private int triesUntilFinal(Failure failure) {
        Attempts attempts = Attempts.NONE;
        while (policy.after(failure, attempts, 1, NOW) instanceof Retry retry) {
            attempts = retry.attempts();
        }
        return attempts.total() + 1;
    }
}

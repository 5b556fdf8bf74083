package dev.millrace.work;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One finished try, as every controller sees it.
 *
 * @param ended when it ended
 * @param took how long it ran
 * @param atOnce how many ran when it ended, itself included
 * @param failure why it failed, or null if it succeeded
 */
public record Sample(Instant ended, Duration took, int atOnce, @Nullable Failure failure) {
    Instant started() {
        return ended.minus(took);
    }

    /** Whether its time tells how long an answer takes: a refusal is quick, a time-out slow, and neither is typical. */
    boolean isAnswer() {
        return failure == null || failure.failureClass().isAnswer();
    }

    boolean isStrain() {
        return failure != null && failure.failureClass().isStrain();
    }

    boolean is(FailureClass failureClass) {
        return failure != null && failure.failureClass() == failureClass;
    }
}

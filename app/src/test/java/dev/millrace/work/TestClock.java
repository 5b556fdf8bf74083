package dev.millrace.work;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is moved. */
final class TestClock implements InstantSource {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());

    void pass(Duration time) {
        now.updateAndGet(instant -> instant.plus(time));
    }

    @Override
    public Instant instant() {
        return now.get();
    }
}

package dev.millrace.work;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * How long a claim is held before others may take it over, unless the heartbeat renews it. Twice an item's time is not
 * enough: items that were claimed together wait behind each other, so a whole slice and a slow item must fit.
 */
final class Lease {
    static final Duration MARGIN = Duration.ofSeconds(5);
    private static final double SLOW = 0.99;

    private Lease() {}

    static Duration of(ItemTimes times, WorkSettings settings) {
        Duration twiceAverage = times.mean().orElse(Duration.ZERO).multipliedBy(2);
        Duration slice = settings.targetSlice().plus(times.quantile(SLOW).orElse(Duration.ZERO)).plus(MARGIN);
        Duration wanted = Collections.max(List.of(twiceAverage, slice, settings.lockFloor()));
        return Collections.min(List.of(wanted, settings.lockCap()));
    }
}

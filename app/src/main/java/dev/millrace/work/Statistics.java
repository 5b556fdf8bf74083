package dev.millrace.work;

import java.util.Map;

/** The item times of every processor and provider that this process worked with lately. Safe for threads. */
final class Statistics {
    private static final int MOST = 1000;

    /** @param provider the host that is asked, or an empty text for work that asks nobody */
    record Key(String processor, String provider) {}

    private final Recent<Key, ItemTimes> times = new Recent<>(MOST, _ -> new ItemTimes());

    ItemTimes of(String processor, String provider) {
        return times.of(new Key(processor, provider));
    }

    Map<Key, ItemTimes> all() {
        return times.all();
    }
}

package dev.millrace.work;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * One thing per key, made when first asked for; those not asked for longest are forgotten. Hosts come out of people's
 * files, so without a bound these would grow for ever. Safe for threads.
 */
final class Recent<K, V> {
    private final int capacity;
    private final Function<K, V> make;
    private final LinkedHashMap<K, V> things = new LinkedHashMap<>(16, 0.75f, true);

    Recent(int capacity, Function<K, V> make) {
        this.capacity = capacity;
        this.make = make;
    }

    synchronized V of(K key) {
        V thing = things.computeIfAbsent(key, make);
        if (things.size() > capacity) {
            things.pollFirstEntry();
        }
        return thing;
    }

    synchronized Map<K, V> all() {
        return Map.copyOf(things);
    }
}

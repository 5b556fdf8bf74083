package dev.millrace.work;

import java.time.Duration;

/** The checks of settings; a message names the properties and the values that they have. */
final class Bounds {
    private Bounds() {}

    static void atLeastOne(String property, long value) {
        require(value >= 1, "%s must be at least 1, not %d".formatted(property, value));
    }

    static void share(String property, double value) {
        require(value > 0 && value <= 1, "%s must be above 0 and at most 1, not %s".formatted(property, value));
    }

    static void positive(String property, Duration value) {
        require(value.isPositive(), "%s must be longer than zero, not %s".formatted(property, value));
    }

    static <T extends Comparable<T>> void inOrder(String lowProperty, T low, String highProperty, T high) {
        require(low.compareTo(high) <= 0,
                "%s (%s) must not be above %s (%s)".formatted(lowProperty, low, highProperty, high));
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}

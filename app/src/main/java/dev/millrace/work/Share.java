package dev.millrace.work;

/** How often something happened lately, from 0 to 1. It starts at 0, so that one early case is not taken for all. */
final class Share {
    /** Looks back over about fifty: a spike of half of all shows after a few dozen tries, a single failure hardly. */
    private static final double WEIGHT = 0.02;

    private double value;

    void add(boolean happened) {
        value += WEIGHT * ((happened ? 1 : 0) - value);
    }

    double value() {
        return value;
    }
}

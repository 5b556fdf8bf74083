package dev.millrace.work;

/** An average that forgets. Unknown, which is not zero, until it has a sample. */
final class Average {
    private final double weight;
    private double value = Double.NaN;

    /** @param weight of each new sample: 0.1 looks back over about ten */
    Average(double weight) {
        this.weight = weight;
    }

    void add(double sample) {
        value = Double.isNaN(value) ? sample : value + weight * (sample - value);
    }

    void forget() {
        value = Double.NaN;
    }

    boolean isKnown() {
        return !Double.isNaN(value);
    }

    double or(double unknown) {
        return isKnown() ? value : unknown;
    }
}

package dev.millrace.work;

/**
 * How hard-pressed the other side and this machine are, and how much we therefore hold back. A value that cannot be
 * measured (not a number, or negative) counts as calm.
 *
 * @param strain the share of tries that lately failed by overload, see {@link ItemTimes#strain}
 * @param cpu the machine's processor use, 0 to 1
 * @param memory the share of the heap that is in use after collection, 0 to 1
 */
record Pressure(double strain, double cpu, double memory) {
    static final Pressure CALM = new Pressure(0, 0, 0);
    static final double LONGEST_SPACING = 8;

    /** How much of the usual to claim, from 1 (calm) down to a quarter. */
    double share() {
        return Math.min(1 - 0.75 * strainDegree(), machineShare());
    }

    /**
     * How much of the usual to do at once. A busy processor halves at most: it is busy because work gets done, also when
     * the work is ours.
     */
    double machineShare() {
        return Math.min(1 - 0.5 * degree(cpu, 0.9, 1), 1 - 0.75 * degree(memory, 0.85, 0.98));
    }

    /** How much longer than usual to wait before a failed item is tried again, from 1 to 8. */
    double spacing() {
        return 1 + (LONGEST_SPACING - 1) * strainDegree();
    }

    private double strainDegree() {
        return degree(strain, 0.1, 0.5);
    }

    /** 0 up to where it begins, 1 from where it is full, and in between in proportion. */
    private static double degree(double value, double begins, double full) {
        return Double.isNaN(value) ? 0 : Math.clamp((value - begins) / (full - begins), 0, 1);
    }
}

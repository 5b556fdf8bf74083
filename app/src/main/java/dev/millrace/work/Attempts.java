package dev.millrace.work;

/**
 * The tries of one item that count. Two numbers, since each has its own limit, and since a time-out must not skip a
 * strategy that was never answered.
 *
 * @param errors tries that ended in an error
 * @param notFound tries that were answered with nothing
 */
public record Attempts(int errors, int notFound) {
    public static final Attempts NONE = new Attempts(0, 0);

    public Attempts {
        if (errors < 0 || notFound < 0) {
            throw new IllegalArgumentException("attempts cannot be negative: %d, %d".formatted(errors, notFound));
        }
    }

    public int total() {
        return errors + notFound;
    }

    /** The query strategy of the next try: the first at the start, another after each answer with nothing. */
    public int strategy() {
        return notFound;
    }

    /** One try more. A rate limit is no fault of the item, so it uses up none. */
    public Attempts plus(FailureClass failureClass) {
        return switch (failureClass) {
            case RATE_LIMITED -> this;
            case NOT_FOUND -> new Attempts(errors, notFound + 1);
            case SKIP, GONE, DENIED, TRANSIENT, INVALID, FATAL -> new Attempts(errors + 1, notFound);
        };
    }
}

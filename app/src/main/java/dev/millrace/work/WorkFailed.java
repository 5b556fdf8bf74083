package dev.millrace.work;

/** Thrown by a handler that knows what its failure means; {@link Failures#of} takes its word for it. */
public final class WorkFailed extends RuntimeException {
    private final Failure failure;

    public WorkFailed(Failure failure) {
        super(failure.message());
        this.failure = failure;
    }

    public WorkFailed(Failure failure, Throwable cause) {
        super(failure.message(), cause);
        this.failure = failure;
    }

    public Failure failure() {
        return failure;
    }
}

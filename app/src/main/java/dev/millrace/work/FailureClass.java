package dev.millrace.work;

/** What a failure means for what comes next. Names are stored and shown: add, never rename. */
public enum FailureClass {
    /** There was nothing to do, by the item's own content. */
    SKIP,
    /** The other side looked and has no such thing; asked differently it may. */
    NOT_FOUND,
    /** It existed and never will again. */
    GONE,
    /** We may not; only a person can change that. */
    DENIED,
    /** We ask too often. */
    RATE_LIMITED,
    /** It says nothing about the item: a broken line, a time-out, a busy server. */
    TRANSIENT,
    /** The item itself cannot be worked on as it is. */
    INVALID,
    /** Our program or its database schema is broken; a person must act. */
    FATAL;

    /** Whether the same try would fail in the same way for ever. */
    public boolean isPermanent() {
        return switch (this) {
            case NOT_FOUND, RATE_LIMITED, TRANSIENT -> false;
            case SKIP, GONE, DENIED, INVALID, FATAL -> true;
        };
    }

    /** Whether somebody is overloaded, so that we should send less. A bad row is no reason to slow down. */
    public boolean isStrain() {
        return switch (this) {
            case RATE_LIMITED, TRANSIENT -> true;
            case SKIP, NOT_FOUND, GONE, DENIED, INVALID, FATAL -> false;
        };
    }

    /** Whether the question was answered, if not as hoped; then the time it took tells how long an answer takes. */
    public boolean isAnswer() {
        return switch (this) {
            case SKIP, NOT_FOUND, GONE -> true;
            case DENIED, RATE_LIMITED, TRANSIENT, INVALID, FATAL -> false;
        };
    }
}

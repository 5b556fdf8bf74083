package dev.millrace.runtime;

import java.util.Optional;

/** Why Millrace cannot start: the message is one sentence that tells a person what is wrong and what to do. */
public final class CannotStart extends RuntimeException {
    public CannotStart(String sentence) {
        super(sentence);
    }

    public CannotStart(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    /** The reason for a person, if it is somewhere in the chain of causes. */
    public static Optional<CannotStart> in(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CannotStart reason) {
                return Optional.of(reason);
            }
        }
        return Optional.empty();
    }
}

package dev.millrace.runtime;

import java.util.Optional;
import org.springframework.boot.context.properties.bind.BindException;

/** Why Millrace cannot start: the message is one sentence that tells a person what is wrong and what to do. */
public final class CannotStart extends RuntimeException {
    public CannotStart(String sentence) {
        super(sentence);
    }

    public CannotStart(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    static CannotStart becauseOfSetting(BindException failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new CannotStart("The setting %s cannot be used: %s.".formatted(failure.getName(), root.getMessage()),
                failure);
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

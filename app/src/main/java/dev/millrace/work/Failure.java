package dev.millrace.work;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a try did not succeed.
 *
 * @param failureClass what it means for what comes next
 * @param message one sentence for a person; it is stored and shown
 * @param notBefore the earliest moment to ask again, if the other side named one
 */
public record Failure(FailureClass failureClass, String message, @Nullable Instant notBefore) {
    private static final int LONGEST_MESSAGE = 500;

    public Failure {
        message = storable(message);
    }

    public static Failure of(FailureClass failureClass, String message) {
        return new Failure(failureClass, message, null);
    }

    /** One line that PostgreSQL can store: messages of others hold zero characters, halves of pairs and whole pages. */
    private static String storable(String message) {
        String line = message.codePoints().map(c -> isStorable(c) ? c : ' ').limit(LONGEST_MESSAGE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
        return line.isBlank() ? "No reason was given." : line.strip().replaceAll(" {2,}", " ");
    }

    private static boolean isStorable(int character) {
        return !Character.isISOControl(character) && Character.getType(character) != Character.SURROGATE;
    }
}

package dev.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

/** What a person is told: one line that begins like a sentence and is no exception's name. */
final class Sentence {
    private Sentence() {}

    static void requireOne(CannotStart failure) {
        assertThat(failure.getMessage()).doesNotContain("\n", "Exception", "null").matches("(?s).*[.)]$");
    }
}

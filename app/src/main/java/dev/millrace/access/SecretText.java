package dev.millrace.access;

import com.fasterxml.jackson.annotation.JsonValue;

/** A text that must not be seen: it prints and serialises as dots, so that it cannot slip into a log or an answer. */
public final class SecretText {
    private final String text;

    public SecretText(String text) {
        this.text = text;
    }

    /** The text itself; to be called only where it leaves for its own destination. */
    public String reveal() {
        return text;
    }

    @Override
    @JsonValue
    public String toString() {
        return "••••";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SecretText that && that.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}

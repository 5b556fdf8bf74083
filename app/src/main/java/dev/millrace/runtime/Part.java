package dev.millrace.runtime;

/**
 * One part that the process stands on, as it is right now.
 *
 * @param advice what a person should do; empty when all is well
 */
public record Part(String name, State state, String version, String detail, String advice) {
    /** How a part is: degraded means that the work goes on, only slower or later. */
    public enum State {
        UP,
        DEGRADED,
        DOWN
    }
}

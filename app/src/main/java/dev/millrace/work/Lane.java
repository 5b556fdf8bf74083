package dev.millrace.work;

/** Which way work goes: what a person waits for, and what can wait. Neither ever stands still for the other. */
public enum Lane {
    INTERACTIVE,
    BACKGROUND
}

package dev.millrace.runtime;

/** What a process does. Any number of processes may have the first two; one scheduler is active at a time. */
public enum Role {
    API,
    WORKER,
    SCHEDULER
}

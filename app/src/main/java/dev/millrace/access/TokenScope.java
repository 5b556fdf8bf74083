package dev.millrace.access;

/** What an API token opens: all that its user may do, reading only, or the metrics and nothing else. */
public enum TokenScope {
    API,
    READ,
    METRICS
}

package dev.millrace.runtime;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** One row of {@code process}: a Millrace that is running, or was until its heartbeat stopped. */
public record ProcessRow(UUID id, String host, long pid, List<String> roles, String version, Instant startedAt,
        Instant lastSeenAt,
        boolean isAlive) {}

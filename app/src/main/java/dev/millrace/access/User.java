package dev.millrace.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A person or program with an account. */
public record User(long id, String name, UserRole role, boolean hasPassword, Instant createdAt,
        @Nullable Instant lastSignInAt,
        @Nullable Instant disabledAt) {}

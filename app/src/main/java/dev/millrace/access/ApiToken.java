package dev.millrace.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An API token as it can be shown: never the token itself.
 *
 * @param hint its first characters, to recognise it by
 */
public record ApiToken(long id, long userId, String userName, String name, TokenScope scope, String hint,
        Instant createdAt,
        @Nullable Instant expiresAt, @Nullable Instant lastUsedAt, @Nullable Instant revokedAt) {
    public boolean isUsable() {
        return revokedAt == null && (expiresAt == null || expiresAt.isAfter(Instant.now()));
    }
}

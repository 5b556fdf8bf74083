package dev.millrace.access;

import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param adminToken fixes the first administrator's API token; otherwise one is made and printed once
 * @param secretKey 32 random bytes in base64 that seal the secrets of others; otherwise a key file in the data folder
 * @param metricsOpen whether the metrics can be read without a token
 */
@ConfigurationProperties("millrace")
record AccessSettings(Optional<String> adminToken, Optional<String> secretKey,
        @DefaultValue("false") boolean metricsOpen) {
    private static final int SHORTEST_TOKEN = 20;

    AccessSettings {
        adminToken = adminToken.filter(text -> !text.isBlank());
        secretKey = secretKey.filter(text -> !text.isBlank());
        if (adminToken.isPresent() && adminToken.get().length() < SHORTEST_TOKEN) {
            throw new IllegalArgumentException(
                    "millrace.admin-token must have at least %d characters; make one with 'openssl rand -hex 32'"
                            .formatted(SHORTEST_TOKEN));
        }
    }

    @Override
    public String toString() {
        return "AccessSettings[hidden]";
    }
}

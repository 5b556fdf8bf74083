package dev.millrace.access;

import dev.millrace.runtime.CannotStart;
import dev.millrace.runtime.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The key that seals secrets: from the settings, else from a file that the first start makes. */
final class SecretKeyFile {
    private static final int BYTES = 32;

    private SecretKeyFile() {}

    static SecretKey load(Optional<String> setting, DataFolder folder) {
        return new SecretKeySpec(
                setting.map(text -> decode(text, "MILLRACE_SECRET_KEY")).orElseGet(() -> fromFile(folder)), "AES");
    }

    private static byte[] fromFile(DataFolder folder) {
        Path file = folder.secrets().resolve("secret.key");
        try {
            if (!Files.exists(file)) {
                byte[] key = new byte[BYTES];
                new SecureRandom().nextBytes(key);
                DataFolder.writeSecretOnce(file, Base64.getEncoder().encodeToString(key));
            }
            return decode(Files.readString(file).strip(), file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] decode(String text, String where) {
        try {
            byte[] key = Base64.getDecoder().decode(text);
            if (key.length == BYTES) {
                return key;
            }
        } catch (IllegalArgumentException _) {
            // said below, without the text
        }
        throw new CannotStart(
                "%s is not a key of 32 bytes in base64; make one with 'openssl rand -base64 32'.".formatted(where));
    }
}

package dev.millrace.access;

import dev.millrace.runtime.CannotStart;
import dev.millrace.runtime.MillraceSettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.springframework.stereotype.Service;

/**
 * Secrets of others, such as forge tokens: in the database they are sealed with AES-GCM under a key that is not there.
 *
 * <p>A seal is bound to the secret's id and purpose, so a row that somebody moved or relabelled does not open.
 */
@Service
public class Secrets {
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final byte VERSION = 1;
    private static final String CHECK = "key-check";

    private final SecureRandom random = new SecureRandom();
    private final SecretStore store;
    private final SecretKey key;

    Secrets(SecretStore store, AccessSettings access, MillraceSettings settings) {
        this.store = store;
        this.key = SecretKeyFile.load(access.secretKey(), settings.dataFolder());
        requireRightKey();
    }

    public UUID keep(String purpose, SecretText secret) {
        UUID id = UUID.randomUUID();
        store.add(id, purpose, seal(secret.reveal(), label(id.toString(), purpose)));
        return id;
    }

    public Optional<SecretText> find(UUID id, String purpose) {
        return store.find(id).map(sealed -> new SecretText(unseal(sealed, label(id.toString(), purpose))));
    }

    public void forget(UUID id) {
        store.delete(id);
    }

    private void requireRightKey() {
        try {
            unseal(store.keyCheck(seal(CHECK, label(CHECK, CHECK))), label(CHECK, CHECK));
        } catch (IllegalStateException e) {
            throw new CannotStart(
                    "The secret key of this process cannot read the secrets in the database: set MILLRACE_SECRET_KEY to the key of the installation that stored them (its data folder has it in private/secret.key).",
                    e);
        }
    }

    private byte[] seal(String text, byte[] label) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, label, text.getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.allocate(1 + NONCE_BYTES + sealed.length).put(VERSION).put(nonce).put(sealed).array();
    }

    private String unseal(byte[] sealed, byte[] label) {
        if (sealed.length <= 1 + NONCE_BYTES || sealed[0] != VERSION) {
            throw new IllegalStateException("a sealed secret has a form that this release does not know");
        }
        byte[] nonce = Arrays.copyOfRange(sealed, 1, 1 + NONCE_BYTES);
        byte[] content = Arrays.copyOfRange(sealed, 1 + NONCE_BYTES, sealed.length);
        return new String(cipher(Cipher.DECRYPT_MODE, nonce, label, content), StandardCharsets.UTF_8);
    }

    private byte[] cipher(int mode, byte[] nonce, byte[] label, byte[] content) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(label);
            return cipher.doFinal(content);
        } catch (AEADBadTagException e) {
            throw new IllegalStateException("a sealed secret does not open under this key and label", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    private static byte[] label(String id, String purpose) {
        return (id + "/" + purpose).getBytes(StandardCharsets.UTF_8);
    }
}

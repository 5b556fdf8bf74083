package dev.millrace.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** Random texts that open a door for whoever bears them: API tokens, links, sessions. Only their hash is stored. */
final class Bearer {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int HINT_LENGTH = 8;

    private Bearer() {}

    /** 256 random bits behind a prefix that secret scanners can look for. */
    static String random(String prefix) {
        byte[] bytes = new byte[32];
        RANDOM.nextBytes(bytes);
        return prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** A fast hash is right here: nobody guesses 256 random bits. */
    static byte[] hash(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    static String hint(String text) {
        return text.substring(0, Math.min(HINT_LENGTH, text.length() / 2));
    }
}

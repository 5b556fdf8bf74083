package dev.millrace.access;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import dev.millrace.api.ApiProblem;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.crypto.password4j.Argon2Password4jPasswordEncoder;
import org.springframework.stereotype.Component;

/** Hashes passwords with Argon2id, at the cost that OWASP names (19 MiB, two passes). */
@Component
class Passwords {
    private static final int SHORTEST = 10;
    private static final int LONGEST = 200;

    private final PasswordEncoder encoder = new Argon2Password4jPasswordEncoder(
            Argon2Function.getInstance(19_456, 2, 1, 32, Argon2.ID));
    /** Checked when there is no such user, so that the time taken does not tell which names exist. */
    private final String nobodysHash = hash("the password of nobody at all");

    String hash(String password) {
        if (password.length() < SHORTEST || password.length() > LONGEST) {
            throw ApiProblem.ofField("password", "must have %d to %d characters".formatted(SHORTEST, LONGEST));
        }
        String hash = encoder.encode(password);
        if (hash == null) {
            throw new IllegalStateException("a password that is there has a hash");
        }
        return hash;
    }

    boolean matches(String password, String hash) {
        return password.length() <= LONGEST && encoder.matches(password, hash);
    }

    void pretendToMatch(String password) {
        matches(password, nobodysHash);
    }
}

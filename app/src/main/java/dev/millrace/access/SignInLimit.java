package dev.millrace.access;

import dev.millrace.api.ApiProblem;
import java.time.Duration;
import org.springframework.stereotype.Component;

/**
 * Limits guessing: per name from one address, per address, and per name from everywhere.
 *
 * <p>The first limit is the tight one, so that a stranger elsewhere cannot easily lock a user out.
 */
@Component
class SignInLimit {
    static final Duration WINDOW = Duration.ofMinutes(15);
    static final int PER_NAME_AND_ADDRESS = 10;
    static final int PER_ADDRESS = 50;
    static final int PER_NAME = 100;

    private final SignInFailureStore store;

    SignInLimit(SignInFailureStore store) {
        this.store = store;
    }

    void countAttempt(String name, String address) {
        require(store.count("both:" + name + "@" + address, WINDOW) <= PER_NAME_AND_ADDRESS);
        require(store.count("address:" + address, WINDOW) <= PER_ADDRESS);
        require(store.count("name:" + name, WINDOW) <= PER_NAME);
    }

    void countAttempt(String address) {
        require(store.count("address:" + address, WINDOW) <= PER_ADDRESS);
    }

    /** A success forgives the name's failures, but not those of other names from this address. */
    void forgive(String name, String address) {
        store.clear("both:" + name + "@" + address);
        store.clear("name:" + name);
        forgive(address);
    }

    void forgive(String address) {
        store.takeBack("address:" + address);
    }

    private static void require(boolean withinLimit) {
        if (!withinLimit) {
            throw ApiProblem.tooManyRequests(
                    "Too many sign-in attempts; wait %d minutes and try again.".formatted(WINDOW.toMinutes()), WINDOW);
        }
    }
}

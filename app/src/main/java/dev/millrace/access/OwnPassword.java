package dev.millrace.access;

import dev.millrace.api.ApiProblem;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** A user's own password, changed by whoever knows the one so far: an open browser is not enough. */
@Service
public class OwnPassword {
    private final Users users;
    private final UserStore store;
    private final Passwords passwords;
    private final SignInLimit limit;

    OwnPassword(Users users, UserStore store, Passwords passwords, SignInLimit limit) {
        this.users = users;
        this.store = store;
        this.passwords = passwords;
        this.limit = limit;
    }

    /** Guesses are limited as at the sign-in, in transactions of their own: a wrong guess must not undo its count. */
    public void change(Caller caller, @Nullable String current, String password, @Nullable String survivingSession) {
        String place = "the account of " + caller.name();
        limit.countAttempt(caller.name(), place);
        boolean mayChange = store.passwordOf(caller.name())
                .map(known -> current != null && passwords.matches(current, known.hash())).orElse(true);
        if (!mayChange) {
            throw ApiProblem.ofField("currentPassword", "is not your password so far");
        }
        limit.forgive(caller.name(), place);
        users.setPassword(caller.userId(), password, survivingSession);
    }
}

package dev.millrace.access;

import dev.millrace.api.ApiProblem;
import dev.millrace.api.Cursor;
import dev.millrace.api.Listing;
import dev.millrace.api.Problem;
import dev.millrace.api.Problems;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The users of this installation. There is always at least one administrator who can sign in.
 *
 * <p>A password is hashed before a transaction begins: that is slow on purpose, and nobody shall wait for it.
 */
@Service
public class Users {
    private static final String LIST = "users";
    static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");

    private final UserStore store;
    private final SessionStore sessions;
    private final Passwords passwords;
    private final TransactionOperations transaction;

    Users(UserStore store, SessionStore sessions, Passwords passwords, TransactionOperations transaction) {
        this.store = store;
        this.sessions = sessions;
        this.passwords = passwords;
        this.transaction = transaction;
    }

    public Listing<User> list(@Nullable String after, int pageSize) {
        Cursor cursor = Cursor.parse(after, LIST, 1);
        List<User> rows = store.list(cursor == null ? null : cursor.text(0), pageSize);
        return Listing.of(rows, pageSize, user -> Cursor.after(LIST, user.name()));
    }

    public User require(long id) {
        return store.find(id).orElseThrow(() -> Problems.ofStatus(404));
    }

    public User add(String name, UserRole role, @Nullable String password) {
        String lower = name.strip().toLowerCase(Locale.ROOT);
        if (!NAME.matcher(lower).matches()) {
            throw ApiProblem.ofField("name",
                    "must be 1 to 63 letters, digits, dots, dashes or underscores, beginning with a letter or digit");
        }
        String hash = password == null ? null : passwords.hash(password);
        return transaction.execute(_ -> {
            User user = store.add(lower, role).orElseThrow(
                    () -> ApiProblem.of(Problem.CONFLICT, "The name %s is taken; choose another.".formatted(lower)));
            if (hash != null) {
                store.setPassword(user.id(), hash);
            }
            return require(user.id());
        });
    }

    /** Sets a new password and ends the user's sessions, except for the one that asked. */
    public void setPassword(long id, String password, @Nullable String survivingSession) {
        String hash = passwords.hash(password);
        transaction.executeWithoutResult(_ -> replacePassword(id, hash, survivingSession));
    }

    /** Changes what is given and leaves the rest. */
    public User change(long id, @Nullable UserRole role, @Nullable Boolean disabled, @Nullable String password) {
        String hash = password == null ? null : passwords.hash(password);
        return transaction.execute(_ -> changeTo(id, role, disabled, hash));
    }

    private User changeTo(long id, @Nullable UserRole role, @Nullable Boolean disabled, @Nullable String hash) {
        store.lockAgainstChanges();
        User user = require(id);
        boolean stays = (role == null ? user.role() : role) == UserRole.ADMINISTRATOR
                && !(disabled == null ? user.disabledAt() != null : disabled);
        if (!stays && store.countOtherAdministrators(id) == 0) {
            throw ApiProblem.of(Problem.CONFLICT,
                    "%s is the last administrator; make another user administrator first.".formatted(user.name()));
        }
        if (role != null) {
            store.setRole(id, role);
        }
        if (disabled != null) {
            store.setDisabled(id, disabled);
            sessions.endAll(id, null);
        }
        if (hash != null) {
            replacePassword(id, hash, null);
        }
        return require(id);
    }

    private void replacePassword(long id, String hash, @Nullable String survivingSession) {
        store.setPassword(id, hash);
        sessions.endAll(id, survivingSession);
    }
}

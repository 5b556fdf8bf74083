package dev.millrace.access;

import dev.millrace.access.UserStore.PasswordRow;
import dev.millrace.api.ApiProblem;
import dev.millrace.api.Problem;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Ways into the web pages: a password, an API token, or a one-time link. Each ends in a session. */
@Service
public class SignIn {
    static final Duration SESSION_LIFETIME = Duration.ofDays(14);
    static final Duration LONGEST_SESSION = Duration.ofDays(90);
    private static final Duration LINK_LIFETIME = Duration.ofHours(24);

    private final UserStore users;
    private final SessionStore sessions;
    private final ApiTokens apiTokens;
    private final Passwords passwords;
    private final SignInLimit limit;

    SignIn(UserStore users, SessionStore sessions, ApiTokens apiTokens, Passwords passwords, SignInLimit limit) {
        this.users = users;
        this.sessions = sessions;
        this.apiTokens = apiTokens;
        this.passwords = passwords;
        this.limit = limit;
    }

    /** Answers the text of a new session, for the cookie. */
    public String withPassword(String name, String password, String address) {
        String lower = name.strip().toLowerCase(Locale.ROOT);
        // No user can have such a name; it counts for the address only, and never reaches the database.
        boolean isName = Users.NAME.matcher(lower).matches();
        if (isName) {
            limit.countAttempt(lower, address);
        } else {
            limit.countAttempt(address);
        }
        Optional<PasswordRow> known = isName ? users.passwordOf(lower) : Optional.empty();
        if (known.isEmpty()) {
            passwords.pretendToMatch(password);
        }
        long userId = known.filter(row -> passwords.matches(password, row.hash())).map(PasswordRow::userId)
                .orElseThrow(() -> ApiProblem.of(Problem.NOT_SIGNED_IN,
                        "Name and password do not fit; check both, or use a one-time link or an API token."));
        limit.forgive(lower, address);
        return begin(userId);
    }

    public String withApiToken(String text, String address) {
        limit.countAttempt(address);
        Caller caller = apiTokens.findCaller(text.strip()).filter(found -> found.scope() == TokenScope.API)
                .orElseThrow(() -> ApiProblem.of(Problem.NOT_SIGNED_IN,
                        "This is not a valid API token with the scope 'api'; check that it was copied whole and has not expired."));
        limit.forgive(address);
        return begin(caller.userId());
    }

    public String withLink(String code, String address) {
        limit.countAttempt(address);
        long userId = sessions.useLink(Bearer.hash(code)).orElseThrow(SignIn::deadLink);
        limit.forgive(address);
        return begin(userId);
    }

    /** Whom a link would sign in; this does not use it up. */
    public String nameBehindLink(String code, String address) {
        limit.countAttempt(address);
        String name = sessions.findNameBehindLink(Bearer.hash(code)).orElseThrow(SignIn::deadLink);
        limit.forgive(address);
        return name;
    }

    /** The code of a link that signs this user in, once. */
    public String makeLink(long userId) {
        String code = Bearer.random("");
        sessions.addLink(Bearer.hash(code), userId, LINK_LIFETIME);
        return code;
    }

    public Optional<Caller> findCaller(String session) {
        return sessions.findCaller(Bearer.hash(session), SESSION_LIFETIME, LONGEST_SESSION);
    }

    public void end(String session) {
        sessions.end(Bearer.hash(session));
    }

    private static ApiProblem deadLink() {
        return ApiProblem.of(Problem.NOT_SIGNED_IN,
                "This link was used already or is too old; print a new one with 'millrace token link'.");
    }

    private String begin(long userId) {
        String session = Bearer.random("");
        sessions.begin(Bearer.hash(session), userId, SESSION_LIFETIME);
        users.noteSignIn(userId);
        return session;
    }
}

package dev.millrace.access;

import dev.millrace.api.ApiProblem;
import dev.millrace.api.Cursor;
import dev.millrace.api.Listing;
import dev.millrace.api.Problems;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** API tokens: shown once when made, then known by their hash only. */
@Service
public class ApiTokens {
    private static final String LIST = "tokens";
    private static final String PREFIX = "mr_";
    private static final Pattern NAME = Pattern.compile("[^\\p{Cc}\\p{Cs}]{1,100}");
    private static final Duration LONGEST = Duration.ofDays(3653);

    /** A token just made: the only moment at which its text can be seen. */
    public record Made(ApiToken apiToken, String text) {
        @Override
        public String toString() {
            return "Made[" + apiToken.hint() + "…]";
        }
    }

    private final ApiTokenStore store;

    ApiTokens(ApiTokenStore store) {
        this.store = store;
    }

    public Made make(long userId, String name, TokenScope scope, @Nullable Duration validFor) {
        if (!NAME.matcher(name.strip()).matches()) {
            throw ApiProblem.ofField("name", "must have 1 to 100 characters that can be printed");
        }
        if (validFor != null && (!validFor.isPositive() || validFor.compareTo(LONGEST) > 0)) {
            throw ApiProblem.ofField("expiresInDays", "must be from 1 to 3653");
        }
        String text = Bearer.random(PREFIX);
        Instant expiresAt = validFor == null ? null : Instant.now().plus(validFor);
        long id = store.add(userId, name.strip(), scope, Bearer.hash(text), Bearer.hint(text), expiresAt);
        return new Made(store.find(id).orElseThrow(), text);
    }

    public Listing<ApiToken> list(long userId, @Nullable String after, int pageSize) {
        Cursor cursor = Cursor.parse(after, LIST, 1);
        List<ApiToken> rows = store.list(userId, cursor == null ? Long.MAX_VALUE : cursor.number(0), pageSize);
        return Listing.of(rows, pageSize, token -> Cursor.after(LIST, token.id()));
    }

    /** Makes a token useless from now on. */
    public ApiToken revoke(Caller caller, long id) {
        ApiToken apiToken = store.find(id).orElseThrow(() -> Problems.ofStatus(404));
        caller.requireOwner(apiToken.userId());
        store.revoke(id);
        return store.find(id).orElseThrow();
    }

    Optional<Caller> findCaller(String text) {
        return store.findCaller(Bearer.hash(text));
    }
}

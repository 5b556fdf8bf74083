package dev.millrace.access;

import java.net.URI;
import java.util.Optional;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.stereotype.Component;

/** Sees to it that somebody can sign in: the user {@code admin}, made at the very first start. */
@Component
public class FirstAdministrator implements InitializingBean {
    private static final String NAME = "admin";
    private static final String FIXED_TOKEN = "from MILLRACE_ADMIN_TOKEN";

    /**
     * What to print for the person who starts a server.
     *
     * @param signInLink until the administrator has signed in for the first time
     * @param apiToken at the very first start only, and only if none is fixed by the settings
     */
    public record Welcome(Optional<URI> signInLink, Optional<String> apiToken) {
        @Override
        public String toString() {
            return "Welcome[hidden]";
        }
    }

    private final UserStore users;
    private final ApiTokenStore tokenStore;
    private final ApiTokens apiTokens;
    private final SignInLinks links;
    private final AccessSettings settings;

    FirstAdministrator(UserStore users, ApiTokenStore tokenStore, ApiTokens apiTokens, SignInLinks links,
            AccessSettings settings) {
        this.users = users;
        this.tokenStore = tokenStore;
        this.apiTokens = apiTokens;
        this.links = links;
        this.settings = settings;
    }

    @Override
    public void afterPropertiesSet() {
        if (users.oldestAdministrator().isEmpty()) {
            users.add(NAME, UserRole.ADMINISTRATOR); // of several processes that start at once, one makes it
        }
        settings.adminToken().ifPresent(
                text -> tokenStore.fix(administrator().id(), FIXED_TOKEN, Bearer.hash(text), Bearer.hint(text)));
    }

    public Welcome welcome() {
        User administrator = administrator();
        boolean isFirst = users.noteWelcome(administrator.id());
        Optional<String> token = isFirst && settings.adminToken().isEmpty()
                ? Optional
                        .of(apiTokens.make(administrator.id(), "made at the first start", TokenScope.API, null).text())
                : Optional.empty();
        return new Welcome(
                administrator.lastSignInAt() == null ? Optional.of(links.make(administrator.id())) : Optional.empty(),
                token);
    }

    /** A link that signs the administrator in, whatever happened before. */
    public URI link() {
        return links.make(administrator().id());
    }

    private User administrator() {
        return users.oldestAdministrator().orElseThrow();
    }
}

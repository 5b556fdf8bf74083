package dev.millrace.access;

import java.security.MessageDigest;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * The API token for commands on the same machine, valid for this process only and gone with it.
 *
 * <p>Whoever can read the private part of the data folder is the administrator of this installation anyway.
 */
@Component
public class LocalToken {
    private final String text = Bearer.random("mr_local_");
    private final byte[] hash = Bearer.hash(text);
    private final UserStore users;

    LocalToken(UserStore users) {
        this.users = users;
    }

    public String text() {
        return text;
    }

    Optional<Caller> findCaller(String sent) {
        if (!MessageDigest.isEqual(Bearer.hash(sent), hash)) {
            return Optional.empty();
        }
        return users.oldestAdministrator().map(user -> new Caller(user.id(), user.name(), user.role(), TokenScope.API));
    }
}

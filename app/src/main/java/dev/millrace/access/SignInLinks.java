package dev.millrace.access;

import dev.millrace.runtime.LocalAddress;
import java.net.URI;
import org.springframework.stereotype.Component;

/** Links that sign a user in, once. */
@Component
public class SignInLinks {
    private final SignIn signIn;
    private final Users users;
    private final LocalAddress address;

    SignInLinks(SignIn signIn, Users users, LocalAddress address) {
        this.signIn = signIn;
        this.users = users;
        this.address = address;
    }

    /** A new link, valid for a day, at the address by which people reach this server. */
    public URI make(long userId) {
        String base = address.publicUrl().toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/sign-in/link/"
                + signIn.makeLink(users.require(userId).id()));
    }
}

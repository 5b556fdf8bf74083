package dev.millrace.web;

import dev.millrace.access.UserRole;

/** Words for people where the code has constants. */
final class Labels {
    private Labels() {}

    static String of(UserRole role) {
        return switch (role) {
            case ADMINISTRATOR -> "an administrator";
            case MEMBER -> "a member";
        };
    }
}

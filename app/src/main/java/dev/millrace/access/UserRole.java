package dev.millrace.access;

/** What a user may do: a member works with what is theirs, an administrator with everything. */
public enum UserRole {
    ADMINISTRATOR,
    MEMBER
}

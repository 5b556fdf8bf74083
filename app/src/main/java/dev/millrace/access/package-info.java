/**
 * Who may do what: users, API tokens, browser sign-in, ownership, and the secrets of others kept under lock.
 *
 * <p>Controllers ask for the {@link dev.millrace.access.Caller} with {@link dev.millrace.access.SignedIn}; what is not
 * the caller's does not exist ({@link dev.millrace.access.Caller#requireOwner}). A token, link or session is stored as a
 * hash only; a secret is stored sealed, under a key outside the database. Owns the tables {@code app_user},
 * {@code api_token}, {@code sign_in_link}, {@code web_session}, {@code sign_in_failure}, {@code secret} and
 * {@code secret_key_check}.
 */
@NullMarked
@ApplicationModule(displayName = "access", allowedDependencies = {"runtime", "api"})
package dev.millrace.access;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;

/**
 * The engine that serves every ledger: how much to claim and for how long, how many at once, what a failure means and
 * when it is tried again.
 *
 * <p>Every failure is one {@link dev.millrace.work.FailureClass}, decided by {@link dev.millrace.work.Failures} and
 * nowhere else; a handler that knows better throws {@link dev.millrace.work.WorkFailed}. Controllers are small objects
 * that turn what was observed into the next number within the bounds of the settings. They read no clock and do no input
 * or output: time and chance are handed in, so that a test can run hours of them in a moment. Owns the table {@code claim}.
 */
@NullMarked
@ApplicationModule(displayName = "work", allowedDependencies = {"runtime", "api"})
package dev.millrace.work;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;

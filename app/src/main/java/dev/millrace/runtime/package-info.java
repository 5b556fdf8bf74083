/**
 * Process start and stop: the data folder, the embedded PostgreSQL and Redis, roles, settings, the schema's
 * versions, outgoing HTTP, and who else is running.
 *
 * <p>Come in through {@link dev.millrace.runtime.RunningMillrace}, which starts all of it and ends it in the right
 * order. Everything that keeps a start from succeeding is a {@link dev.millrace.runtime.CannotStart}, whose message
 * is one sentence for a person. Owns the tables {@code process}, {@code release_floor} and {@code shedlock}.
 */
@NullMarked
@ApplicationModule(displayName = "runtime", allowedDependencies = {})
package dev.millrace.runtime;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;

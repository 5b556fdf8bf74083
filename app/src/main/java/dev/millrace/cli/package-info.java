/**
 * The commands. Each finds the product by itself: a server named by {@code MILLRACE_URL}, else one that lives in the
 * data folder, else it starts one for its own duration ({@link dev.millrace.cli.Product}).
 *
 * <p>Standard output belongs to the answer, standard error to everything else. Exit code 0 is success, 1 failure, 2 wrong
 * use. Owns no table.
 */
@NullMarked
@ApplicationModule(displayName = "cli", allowedDependencies = {"runtime", "api", "access"})
package dev.millrace.cli;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;

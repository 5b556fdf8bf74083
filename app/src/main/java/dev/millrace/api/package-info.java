/**
 * What every endpoint shares: problems (one code per visible failure), cursors, the shape of a list, request ids, and
 * the generated description of the API.
 *
 * <p>Throw an {@link dev.millrace.api.ApiProblem} and it leaves as {@code application/problem+json}; page with
 * {@link dev.millrace.api.Cursor} and answer a {@link dev.millrace.api.Listing}. No stack trace ever leaves. Owns no table.
 */
@NullMarked
@ApplicationModule(displayName = "api", allowedDependencies = "runtime")
package dev.millrace.api;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;

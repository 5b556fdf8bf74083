/**
 * The web pages: server-rendered, with htmx for what changes in place.
 *
 * <p>A page is a thin controller here and a template of the same name; it asks the doors of the other rooms and never
 * SQL. No inline script or style, no request to another host; times are shown in the reader's zone. Owns no table.
 */
@NullMarked
@ApplicationModule(displayName = "web", allowedDependencies = {"runtime", "api", "access"})
package dev.millrace.web;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;

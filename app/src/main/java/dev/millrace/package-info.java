/** Millrace: a complete, fresh and searchable PostgreSQL copy of the life of repositories. Each subpackage is a room. */
@NullMarked
package dev.millrace;

import org.jspecify.annotations.NullMarked;

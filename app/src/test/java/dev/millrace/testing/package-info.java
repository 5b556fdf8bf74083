/** What tests share: real servers started once, a database per class, a running Millrace, processes to kill, a browser. */
@NullMarked
package dev.millrace.testing;

import org.jspecify.annotations.NullMarked;

/** Benchmarks: each compares with a peer or a physical limit in the same run and prints a ratio. */
@NullMarked
package dev.millrace.bench;

import org.jspecify.annotations.NullMarked;

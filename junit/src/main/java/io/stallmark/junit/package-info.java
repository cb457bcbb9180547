/** Benchmarks as JUnit tests: runs, their comparison, and the assertion on it. */
@NullMarked
package io.stallmark.junit;

import org.jspecify.annotations.NullMarked;

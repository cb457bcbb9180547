/** A scenario's tables before and after a run: inspects, loads, verifies and drops them. */
@NullMarked
package io.stallmark.tables;

import org.jspecify.annotations.NullMarked;

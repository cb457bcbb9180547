/**
 * Format of a trace: a recording of the operations that applications sent to a database, and of its
 * replies. {@code docs/trace-format.md} describes the files.
 */
@NullMarked
package io.stallmark.trace;

import org.jspecify.annotations.NullMarked;

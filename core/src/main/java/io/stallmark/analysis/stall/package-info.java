/**
 * Detection of stalls and dips in the slots of a run while it runs. Memory does not grow with its
 * length. Times are nanoseconds since the start of the measurement. {@code docs/results.md} has the
 * definitions.
 */
@NullMarked
package io.stallmark.analysis.stall;

import org.jspecify.annotations.NullMarked;

/**
 * Finds stalls and dips in the slots of a run while it goes on, in memory that does not grow with
 * its length. Times are nanoseconds since the measurement started. {@code docs/results.md} states
 * the definitions.
 */
@NullMarked
package io.stallmark.analysis.stall;

import org.jspecify.annotations.NullMarked;

/** Proves that the readings are complete and right, with memory that does not grow with them. */
@NullMarked
package io.stallmark.timeseries.verify;

import org.jspecify.annotations.NullMarked;

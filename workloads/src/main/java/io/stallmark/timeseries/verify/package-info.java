/**
 * Verifies that the readings are complete and correct. The memory in use does not grow with the
 * tables.
 */
@NullMarked
package io.stallmark.timeseries.verify;

import org.jspecify.annotations.NullMarked;

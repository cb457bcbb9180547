/**
 * Trust in a run: health of the load generator in each interval, and the time at which the run
 * became steady.
 */
@NullMarked
package io.stallmark.analysis.trust;

import org.jspecify.annotations.NullMarked;

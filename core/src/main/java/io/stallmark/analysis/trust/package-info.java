/**
 * Whether a run may be believed: what the generator itself was short of, interval by interval, and
 * when the run became steady.
 */
@NullMarked
package io.stallmark.analysis.trust;

import org.jspecify.annotations.NullMarked;

/**
 * Experiments: a matrix of runs read from a file, its plan with estimated durations, and its
 * results.
 */
@NullMarked
package io.stallmark.experiment;

import org.jspecify.annotations.NullMarked;

/** The directory of an experiment: which runs are completed, and their results. */
@NullMarked
package io.stallmark.experiment.result;

import org.jspecify.annotations.NullMarked;

/** Runs several runs one after the other: those of an experiment, and one run repeated. */
@NullMarked
package io.stallmark.experiment.run;

import org.jspecify.annotations.NullMarked;

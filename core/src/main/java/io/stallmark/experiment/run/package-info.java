/** Executes several runs in succession: those of an experiment, or one repeated run. */
@NullMarked
package io.stallmark.experiment.run;

import org.jspecify.annotations.NullMarked;

/** Experiments: a file's matrix of runs, what they are expected to take, and what they came to. */
@NullMarked
package io.stallmark.experiment;

import org.jspecify.annotations.NullMarked;

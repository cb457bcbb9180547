/** Comparison of runs by their metrics: differences, confidence intervals, verdicts, gates. */
@NullMarked
package io.stallmark.analysis.compare;

import org.jspecify.annotations.NullMarked;

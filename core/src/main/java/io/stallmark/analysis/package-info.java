/** Evaluation of a run: converts histograms and series to summaries, verdicts and estimates. */
@NullMarked
package io.stallmark.analysis;

import org.jspecify.annotations.NullMarked;

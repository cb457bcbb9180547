/** Comparisons and histories of runs: reads the runs' files, and writes text, files and pages. */
@NullMarked
package io.stallmark.report.compare;

import org.jspecify.annotations.NullMarked;

/** Comparisons of runs: what they take from the runs' files, and how they are told. */
@NullMarked
package io.stallmark.report.compare;

import org.jspecify.annotations.NullMarked;

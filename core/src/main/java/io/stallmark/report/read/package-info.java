/** Readers of a run's files, for its page, for comparisons and for other formats. */
@NullMarked
package io.stallmark.report.read;

import org.jspecify.annotations.NullMarked;

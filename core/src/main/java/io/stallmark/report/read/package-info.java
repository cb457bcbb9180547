/** The files of a run, read again: for its page, for comparisons, for other formats. */
@NullMarked
package io.stallmark.report.read;

import org.jspecify.annotations.NullMarked;

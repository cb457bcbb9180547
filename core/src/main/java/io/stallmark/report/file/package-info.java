/** Files of a run, written during the run. */
@NullMarked
package io.stallmark.report.file;

import org.jspecify.annotations.NullMarked;

/** The files of a run, written while it proceeds. */
@NullMarked
package io.stallmark.report.file;

import org.jspecify.annotations.NullMarked;

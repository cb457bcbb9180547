/** The files of a run, written as it goes on. */
@NullMarked
package io.stallmark.report.file;

import org.jspecify.annotations.NullMarked;

/** The lines that a run shows on the terminal. */
@NullMarked
package io.stallmark.report.text;

import org.jspecify.annotations.NullMarked;

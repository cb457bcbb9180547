/** Lines that a run prints on the terminal. */
@NullMarked
package io.stallmark.report.text;

import org.jspecify.annotations.NullMarked;

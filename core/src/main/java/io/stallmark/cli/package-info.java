/** The commands, their wiring, and the one place that exits. */
@NullMarked
package io.stallmark.cli;

import org.jspecify.annotations.NullMarked;

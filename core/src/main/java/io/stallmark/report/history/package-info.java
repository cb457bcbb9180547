/** Runs by time: what is read of them, and how a figure's history is told and drawn. */
@NullMarked
package io.stallmark.report.history;

import org.jspecify.annotations.NullMarked;

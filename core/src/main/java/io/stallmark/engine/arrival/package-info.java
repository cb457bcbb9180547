/** The clock of a run, and the intended starts of transactions in closed and open loops. */
@NullMarked
package io.stallmark.engine.arrival;

import org.jspecify.annotations.NullMarked;

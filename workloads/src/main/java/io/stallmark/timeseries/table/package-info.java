/** The table of readings: its layouts, which rows an event holds and what is in them. */
@NullMarked
package io.stallmark.timeseries.table;

import org.jspecify.annotations.NullMarked;

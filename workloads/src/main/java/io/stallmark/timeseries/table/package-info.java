/** Table of readings: its layouts, the rows of an event and their content. */
@NullMarked
package io.stallmark.timeseries.table;

import org.jspecify.annotations.NullMarked;

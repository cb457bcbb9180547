/** Changes of a server's counters during a stall. */
@NullMarked
package io.stallmark.analysis.counters;

import org.jspecify.annotations.NullMarked;

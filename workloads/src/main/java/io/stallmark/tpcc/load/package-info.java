/** The load of TPC-C's tables, in parallel and resumable. */
@NullMarked
package io.stallmark.tpcc.load;

import org.jspecify.annotations.NullMarked;

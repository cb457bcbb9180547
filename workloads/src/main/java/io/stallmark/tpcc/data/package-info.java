/** The rules of TPC-C's data: cardinalities, distributions and the content of each row. */
@NullMarked
package io.stallmark.tpcc.data;

import org.jspecify.annotations.NullMarked;

/** The five transactions of TPC-C (clause 2), and the client that draws them. */
@NullMarked
package io.stallmark.tpcc.transaction;

import org.jspecify.annotations.NullMarked;

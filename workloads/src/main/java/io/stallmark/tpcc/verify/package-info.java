/** The verification: the twelve consistency conditions of TPC-C and the laws of its load. */
@NullMarked
package io.stallmark.tpcc.verify;

import org.jspecify.annotations.NullMarked;

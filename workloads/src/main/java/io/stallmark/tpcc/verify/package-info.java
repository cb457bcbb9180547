/**
 * The verification: the twelve consistency conditions of TPC-C and the distributions of its load.
 */
@NullMarked
package io.stallmark.tpcc.verify;

import org.jspecify.annotations.NullMarked;

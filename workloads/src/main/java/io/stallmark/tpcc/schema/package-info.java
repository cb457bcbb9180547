/** The tables of TPC-C, and what the settings change in them. */
@NullMarked
package io.stallmark.tpcc.schema;

import org.jspecify.annotations.NullMarked;

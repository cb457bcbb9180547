/**
 * sysbench's OLTP scripts: the statements that version 1.0.20 sends, on the tables that its {@code
 * prepare} creates.
 */
@NullMarked
package io.stallmark.sysbench;

import org.jspecify.annotations.NullMarked;

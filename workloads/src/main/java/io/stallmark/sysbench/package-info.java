/**
 * sysbench's OLTP family, statement for statement as version 1.0.20 sends it, on the tables that
 * its own {@code prepare} makes.
 */
@NullMarked
package io.stallmark.sysbench;

import org.jspecify.annotations.NullMarked;

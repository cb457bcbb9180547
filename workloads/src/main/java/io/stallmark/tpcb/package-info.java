/**
 * The workload {@code tpcb}: pgbench's built-in scripts on its tables. The tables, the data and the
 * statements are those of pgbench 15, <a
 * href="https://www.postgresql.org/docs/15/pgbench.html">PostgreSQL's documentation</a>.
 */
@NullMarked
package io.stallmark.tpcb;

import org.jspecify.annotations.NullMarked;

/**
 * The workload {@code pgbench}: scripts that are written for pgbench. Syntax, functions and numbers
 * are those of pgbench 15, <a href="https://www.postgresql.org/docs/15/pgbench.html">PostgreSQL's
 * documentation</a>.
 */
@NullMarked
package io.stallmark.pgbench;

import org.jspecify.annotations.NullMarked;

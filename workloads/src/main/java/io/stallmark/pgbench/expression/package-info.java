/** Expressions of pgbench's scripts: their syntax, functions and numbers. */
@NullMarked
package io.stallmark.pgbench.expression;

import org.jspecify.annotations.NullMarked;

/** Scripts of pgbench: their commands, and what a file must look like. */
@NullMarked
package io.stallmark.pgbench.script;

import org.jspecify.annotations.NullMarked;

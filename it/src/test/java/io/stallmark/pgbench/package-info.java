@NullMarked
package io.stallmark.pgbench;

import org.jspecify.annotations.NullMarked;

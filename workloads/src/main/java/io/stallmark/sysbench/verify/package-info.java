/** Verifies that sysbench's tables are correct. The memory in use does not grow with the tables. */
@NullMarked
package io.stallmark.sysbench.verify;

import org.jspecify.annotations.NullMarked;

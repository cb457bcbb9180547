/** Proves that sysbench's tables are right, with memory that does not grow with them. */
@NullMarked
package io.stallmark.sysbench.verify;

import org.jspecify.annotations.NullMarked;

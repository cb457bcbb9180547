/** Cost of operations: reads, writes, CPU time, network and disk space, from several sources. */
@NullMarked
package io.stallmark.analysis.cost;

import org.jspecify.annotations.NullMarked;

/**
 * What operations cost: reads, writes, CPU time, network and room on disk, from several sources.
 */
@NullMarked
package io.stallmark.analysis.cost;

import org.jspecify.annotations.NullMarked;

/** Descriptions of the metrics of health, cost and size, over which every output iterates. */
@NullMarked
package io.stallmark.result.metric;

import org.jspecify.annotations.NullMarked;

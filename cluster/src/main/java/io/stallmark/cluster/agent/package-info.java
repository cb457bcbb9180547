/** A machine that waits for its share of runs. */
@NullMarked
package io.stallmark.cluster.agent;

import org.jspecify.annotations.NullMarked;

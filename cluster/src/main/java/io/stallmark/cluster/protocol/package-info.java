/** The messages between the coordinator and the agents of a run. */
@NullMarked
package io.stallmark.cluster.protocol;

import org.jspecify.annotations.NullMarked;

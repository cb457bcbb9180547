/** The machine that starts runs, distributes their load to agents and merges what they measure. */
@NullMarked
package io.stallmark.cluster.coordinator;

import org.jspecify.annotations.NullMarked;

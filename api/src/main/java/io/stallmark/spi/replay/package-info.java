/** What a binding and a workload implement for the replay of traces. */
@NullMarked
package io.stallmark.spi.replay;

import org.jspecify.annotations.NullMarked;

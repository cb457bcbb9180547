/** Several load machines in one run: the implementation of {@link io.stallmark.run.LoadCluster}. */
@NullMarked
package io.stallmark.cluster;

import org.jspecify.annotations.NullMarked;

/** Clusters of several processes on this machine. */
@NullMarked
package io.stallmark.it.cluster;

import org.jspecify.annotations.NullMarked;

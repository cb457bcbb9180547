/**
 * Transport between the machines of a cluster: who is a member, and reliable messages in order. The
 * cluster has one coordinator, the first member; all others are agents that have joined it.
 */
@NullMarked
package io.stallmark.cluster.bus;

import org.jspecify.annotations.NullMarked;

/** What starts agents on the machines of a cluster manager. */
@NullMarked
package io.stallmark.cluster.deploy;

import org.jspecify.annotations.NullMarked;

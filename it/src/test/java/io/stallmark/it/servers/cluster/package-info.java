/** Several load machines in one run, as processes of this machine. */
@NullMarked
package io.stallmark.it.servers.cluster;

import org.jspecify.annotations.NullMarked;

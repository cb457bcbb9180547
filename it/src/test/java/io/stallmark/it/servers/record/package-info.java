/** Recordings of real servers' traffic by the proxy. */
@NullMarked
package io.stallmark.it.servers.record;

import org.jspecify.annotations.NullMarked;

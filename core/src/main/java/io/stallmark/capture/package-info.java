/**
 * Recording of the traffic between clients and a server: a proxy that passes their bytes on, and a
 * thread that turns copies of them into a trace.
 */
@NullMarked
package io.stallmark.capture;

import org.jspecify.annotations.NullMarked;

/** Interfaces between the recording proxy and the network protocol of a family of databases. */
@NullMarked
package io.stallmark.spi.wire;

import org.jspecify.annotations.NullMarked;

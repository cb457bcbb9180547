/** Values that a binding reports about its server and the tables in it. */
@NullMarked
package io.stallmark.spi.server;

import org.jspecify.annotations.NullMarked;

/** What a binding says of its server, and of the tables there. */
@NullMarked
package io.stallmark.spi.server;

import org.jspecify.annotations.NullMarked;

/** Interfaces that a database binding implements, and the values that the core passes to them. */
@NullMarked
package io.stallmark.spi;

import org.jspecify.annotations.NullMarked;

/** What a database binding implements, and what it is handed. */
@NullMarked
package io.stallmark.spi;

import org.jspecify.annotations.NullMarked;

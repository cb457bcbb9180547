/** A scenario's tables before and after a run: looked at, loaded, verified, dropped. */
@NullMarked
package io.stallmark.tables;

import org.jspecify.annotations.NullMarked;

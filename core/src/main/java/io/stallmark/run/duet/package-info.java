/** Two runs at the same time, second by second. */
@NullMarked
package io.stallmark.run.duet;

import org.jspecify.annotations.NullMarked;

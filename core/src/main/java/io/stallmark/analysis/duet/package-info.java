/** Statistics of two sides that are measured in the same seconds. */
@NullMarked
package io.stallmark.analysis.duet;

import org.jspecify.annotations.NullMarked;

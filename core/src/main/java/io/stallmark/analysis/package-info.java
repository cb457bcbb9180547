/** From histograms and series to figures. */
@NullMarked
package io.stallmark.analysis;

import org.jspecify.annotations.NullMarked;

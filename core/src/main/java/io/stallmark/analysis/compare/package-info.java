/**
 * What two runs, or two sets of repeated runs, differ in, with intervals that respect that
 * neighbouring intervals of a run resemble each other.
 */
@NullMarked
package io.stallmark.analysis.compare;

import org.jspecify.annotations.NullMarked;

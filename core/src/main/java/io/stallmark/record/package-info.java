/**
 * Recording of operations and their times. Clients log samples without blocking or allocating. One
 * collector builds histograms from them per interval, kind of operation and clock.
 */
@NullMarked
package io.stallmark.record;

import org.jspecify.annotations.NullMarked;

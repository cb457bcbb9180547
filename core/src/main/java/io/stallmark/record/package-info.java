/**
 * What happened and how long it took. Clients log samples without waiting or allocating; one
 * collector turns them into histograms per interval, operation kind and clock.
 */
@NullMarked
package io.stallmark.record;

import org.jspecify.annotations.NullMarked;

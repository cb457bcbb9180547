/**
 * Readings of many sensors, inserted in batches in the order of time. This is the experiment of
 * "TokuDB vs InnoDB in timeseries INSERT benchmark" (2013), with the layouts that its readers asked
 * for.
 */
@NullMarked
package io.stallmark.timeseries;

import org.jspecify.annotations.NullMarked;

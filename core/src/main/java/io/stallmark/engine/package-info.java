/**
 * Threads, pacing, retries, faults, stop: the only place that decides what follows from an error.
 */
@NullMarked
package io.stallmark.engine;

import org.jspecify.annotations.NullMarked;

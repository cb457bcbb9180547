/**
 * Client threads, pacing, retries, faults and the end of a run. Only this package decides how to
 * react to an error.
 */
@NullMarked
package io.stallmark.engine;

import org.jspecify.annotations.NullMarked;

/** Counters of replayed runs. */
package io.stallmark.analysis.counters;

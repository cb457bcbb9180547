/**
 * Metrics of a run for a monitoring system. Everything comes from the collector's intervals;
 * clients know nothing of it.
 */
@NullMarked
package io.stallmark.report.metrics;

import org.jspecify.annotations.NullMarked;

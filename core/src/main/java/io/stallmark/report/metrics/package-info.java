/**
 * Metrics of a run for a monitoring system. All data comes from the collector's intervals; client
 * threads do no work for it.
 */
@NullMarked
package io.stallmark.report.metrics;

import org.jspecify.annotations.NullMarked;

/**
 * What a run tells a monitoring system while it goes on. Everything comes from the collector's
 * intervals; clients know nothing of it.
 */
@NullMarked
package io.stallmark.report.metrics;

import org.jspecify.annotations.NullMarked;

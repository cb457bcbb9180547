package io.stallmark.result;

import org.HdrHistogram.Histogram;

/**
 * Mean, percentiles and maximum of a histogram, in its unit and with its three significant digits.
 * All are 0 if the histogram has no sample.
 */
public record LatencySummary(double mean, long p50, long p95, long p99, long p999, long max) {

  /** Returns the summary of a histogram. */
  public static LatencySummary of(Histogram histogram) {
    return new LatencySummary(
        histogram.getMean(),
        Percentile.P50.of(histogram),
        Percentile.P95.of(histogram),
        Percentile.P99.of(histogram),
        Percentile.P99_9.of(histogram),
        Percentile.MAX.of(histogram));
  }
}

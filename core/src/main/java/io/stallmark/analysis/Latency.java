package io.stallmark.analysis;

import org.HdrHistogram.Histogram;

/**
 * A histogram's figures, in nanoseconds, with its three significant digits. All are 0 when there is
 * no sample.
 */
public record Latency(long count, double mean, long p50, long p95, long p99, long p999, long max) {

  public static Latency of(Histogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return new Latency(0, 0, 0, 0, 0, 0, 0);
    }
    return new Latency(
        histogram.getTotalCount(),
        histogram.getMean(),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(95),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getMaxValue());
  }
}

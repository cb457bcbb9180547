package io.stallmark.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * Mean, percentiles and maximum of a histogram, in its unit and with its three significant digits.
 * All are 0 if the histogram has no sample.
 */
public record LatencySummary(double mean, long p50, long p95, long p99, long p999, long max) {

  /** Percentiles and maximum by their names for programs, in their order. */
  public static final Map<String, ToLongFunction<LatencySummary>> FIGURES = figures();

  private static Map<String, ToLongFunction<LatencySummary>> figures() {
    Map<String, ToLongFunction<LatencySummary>> figures = new LinkedHashMap<>();
    figures.put("p50", LatencySummary::p50);
    figures.put("p95", LatencySummary::p95);
    figures.put("p99", LatencySummary::p99);
    figures.put("p999", LatencySummary::p999);
    figures.put("max", LatencySummary::max);
    return Collections.unmodifiableMap(figures);
  }

  /** Returns the summary of a histogram. */
  public static LatencySummary of(Histogram histogram) {
    return histogram.getTotalCount() == 0
        ? new LatencySummary(0, 0, 0, 0, 0, 0)
        : new LatencySummary(
            histogram.getMean(),
            histogram.getValueAtPercentile(50),
            histogram.getValueAtPercentile(95),
            histogram.getValueAtPercentile(99),
            histogram.getValueAtPercentile(99.9),
            histogram.getMaxValue());
  }
}

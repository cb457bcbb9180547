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

  /** Number of samples beyond a percentile from which it is known. */
  private static final int LEAST_BEYOND = 10;

  private static final double ROUNDING = 1e-6; // 0.1 % of 10,000 is not exactly 10

  /**
   * Whether at least ten of the samples lie beyond a percentile. With fewer it says little, so no
   * output shows or compares it.
   *
   * @param percent which percentile, such as 99.9; 100: the maximum, which is always known
   */
  public static boolean isSupported(long count, double percent) {
    return percent >= 100 || count * (100 - percent) / 100 + ROUNDING >= LEAST_BEYOND;
  }

  /** Percent of a name in {@link #FIGURES}: 99.9 of {@code p999}. */
  public static double percent(String figure) {
    return figure.equals("max") ? 100 : Double.parseDouble("0." + figure.substring(1)) * 100;
  }

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

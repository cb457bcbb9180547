package io.stallmark.result;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * Percentile of response or service time, the maximum included. Files, terminal, page, comparison,
 * gate and history iterate over these constants, in this order.
 */
public enum Percentile {
  P50(50, "p50", LatencySummary::p50),
  P95(95, "p95", LatencySummary::p95),
  P99(99, "p99", LatencySummary::p99),
  P99_9(99.9, "p99.9", LatencySummary::p999),
  MAX(100, "max", LatencySummary::max);

  public static final List<Percentile> ALL = List.of(values());

  /** The percentiles without the maximum. */
  public static final List<Percentile> BELOW_MAX = List.of(P50, P95, P99, P99_9);

  /** Number of samples beyond a percentile from which it is known. */
  private static final int LEAST_BEYOND = 10;

  private final double percent;
  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // reads a component
  private final ToLongFunction<LatencySummary> value;

  Percentile(double percent, String label, ToLongFunction<LatencySummary> value) {
    this.percent = percent;
    this.label = label;
    this.value = value;
  }

  /** Returns the percentile with this {@link #id}. */
  public static Optional<Percentile> of(String id) {
    return Arrays.stream(values()).filter(each -> each.id().equals(id)).findFirst();
  }

  public double percent() {
    return percent;
  }

  /** Name for readers: {@code p99.9}. */
  public String label() {
    return label;
  }

  /** Name in {@code run.json}, in options and in ids of metrics: {@code p999}. */
  public String id() {
    return label.replace(".", "");
  }

  /** Returns the name of a column of milliseconds: {@code response_p99_9_ms}. */
  public String column(String prefix) {
    return prefix + label.replace('.', '_') + "_ms";
  }

  /** Returns the id of the metric of a run: {@code p999_ms}, after a prefix. */
  public String metric(String prefix) {
    return prefix + id() + "_ms";
  }

  /** Number of samples from which it is known: ten beyond it, one for the maximum. */
  public long samples() {
    return this == MAX ? 1 : Math.round(100 * LEAST_BEYOND / (100 - percent));
  }

  /** Whether this number of samples is enough to know it. */
  public boolean isSupported(long count) {
    return count >= samples();
  }

  /** Returns the value in nanoseconds. */
  public long of(LatencySummary latency) {
    return value.applyAsLong(latency);
  }

  /** Returns the value of a histogram, in its unit. */
  public long of(Histogram histogram) {
    return this == MAX ? histogram.getMaxValue() : histogram.getValueAtPercentile(percent);
  }
}

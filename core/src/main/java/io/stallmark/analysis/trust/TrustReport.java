package io.stallmark.analysis.trust;

import io.stallmark.result.HealthMetric;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Sums of the generator's health over the intervals of a run. Used by one thread. */
public final class TrustReport {

  /**
   * Length of the cold start, nanoseconds. A new JVM compiles its code, which takes all processors,
   * so intervals in this time are not judged. A warm-up counts as a part of it.
   */
  public static final long COLD = TimeUnit.SECONDS.toNanos(3);

  private final long judgedFrom;
  private final double processors;
  private final Map<HealthMetric, Long> counts = new EnumMap<>(HealthMetric.class);
  private final Map<HealthMetric, Double> worst = new EnumMap<>(HealthMetric.class);
  private final Map<HealthMetric, Double> sums = new EnumMap<>(HealthMetric.class); // times length
  private final HealthPeaks peaks = new HealthPeaks();
  private long intervals;
  private long flagged;
  private long judged;
  private long judgedFlagged;
  private double judgedTime;
  private double flaggedTime;

  TrustReport(long warmup, double processors) {
    judgedFrom = judgedFrom(warmup);
    this.processors = processors;
  }

  /**
   * Returns the start of the judged time in nanoseconds since the measurement started, given the
   * length of the warm-up.
   */
  public static long judgedFrom(long warmup) {
    return Math.max(0, COLD - warmup);
  }

  void add(GeneratorHealth health) {
    intervals++;
    flagged += health.bound() ? 1 : 0;
    peaks.add(health);
    if (health.start() < judgedFrom) {
      return;
    }
    judged++;
    judgedTime += health.length();
    for (HealthMetric metric : HealthMetric.values()) {
      sums.merge(metric, health.of(metric) * health.length(), Double::sum);
    }
    if (health.bound()) {
      judgedFlagged++;
      flaggedTime += health.length();
    }
    for (HealthMetric metric : health.reasons()) {
      counts.merge(metric, 1L, Long::sum);
      worst.merge(metric, health.atLimit(metric), Math::max);
    }
  }

  /** Returns the number of whole intervals. */
  public long intervals() {
    return intervals;
  }

  /** Returns the number of intervals in which the generator was the bottleneck. */
  public long flagged() {
    return flagged;
  }

  /** Returns the start of the judged time, nanoseconds since the measurement started. */
  public long judgedFrom() {
    return judgedFrom;
  }

  /** Returns the number of judged intervals. */
  public long judged() {
    return judged;
  }

  /** Returns the number of judged intervals in which the generator was the bottleneck. */
  public long judgedFlagged() {
    return judgedFlagged;
  }

  /** Returns the percentage of the judged time in which the generator was the bottleneck. */
  double flaggedPercent() {
    return judgedTime == 0 ? 0 : 100 * flaggedTime / judgedTime;
  }

  /** Returns the limits that judged intervals reached, in the order of their metrics. */
  Map<HealthMetric, HealthMetric.Limit> reasons() {
    Map<HealthMetric, HealthMetric.Limit> reasons = new LinkedHashMap<>();
    for (HealthMetric metric : counts.keySet()) {
      HealthMetric.Limit limit = metric.limit();
      if (limit != null) {
        reasons.put(metric, limit);
      }
    }
    return reasons;
  }

  /** Returns the number of judged intervals in which the metric reached its limit. */
  long count(HealthMetric metric) {
    return counts.getOrDefault(metric, 0L);
  }

  /** Returns the worst value of the metric among these intervals; NaN: there is none. */
  double worst(HealthMetric metric) {
    return worst.getOrDefault(metric, Double.NaN);
  }

  /** Returns the worst value of each metric over all intervals. */
  HealthPeaks peaks() {
    return peaks;
  }

  /** Returns the number of processors that the generator may use. */
  double processors() {
    return processors;
  }

  /** Returns the mean over the judged time; NaN: not reported for all of it. */
  double mean(HealthMetric metric) {
    return sums.getOrDefault(metric, Double.NaN) / judgedTime;
  }
}

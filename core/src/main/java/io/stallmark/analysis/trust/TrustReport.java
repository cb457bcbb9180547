package io.stallmark.analysis.trust;

import io.stallmark.result.HealthMetric;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Sums of the generator's health over a run's intervals. Used by one thread. */
public final class TrustReport {

  /**
   * A Java machine that has just started compiles its own code, and that takes all processors: what
   * is flagged then is no verdict on the run. A warm-up counts.
   */
  public static final long COLD = TimeUnit.SECONDS.toNanos(3);

  private final long judgedFrom;
  private final double processors;
  private final Map<HealthMetric, Long> counts = new EnumMap<>(HealthMetric.class);
  private final Map<HealthMetric, Double> worst = new EnumMap<>(HealthMetric.class);
  private final Map<HealthMetric, Double> sums = new EnumMap<>(HealthMetric.class); // over time
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

  /** From when on intervals count, in nanoseconds, given the length of the warm-up. */
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

  /** Whole intervals. */
  public long intervals() {
    return intervals;
  }

  /** Those in which the generator was the bottleneck. */
  public long flagged() {
    return flagged;
  }

  /** From when on intervals count for the verdict, nanoseconds. */
  public long judgedFrom() {
    return judgedFrom;
  }

  /** Those that do. */
  public long judged() {
    return judged;
  }

  /** Those of them in which the generator was the bottleneck. */
  public long judgedFlagged() {
    return judgedFlagged;
  }

  /** The percentage of the judged time in which it was. */
  double flaggedPercent() {
    return judgedTime == 0 ? 0 : 100 * flaggedTime / judgedTime;
  }

  /** Limits that judged intervals reached, in the order of their metrics. */
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

  /** The number of judged intervals in which the metric was at its limit. */
  long count(HealthMetric metric) {
    return counts.getOrDefault(metric, 0L);
  }

  /** The worst of these figures; NaN: there is none. */
  double worst(HealthMetric metric) {
    return worst.getOrDefault(metric, Double.NaN);
  }

  /** The worst of every figure, in all intervals. */
  HealthPeaks peaks() {
    return peaks;
  }

  /** Processors that the generator may use. */
  double processors() {
    return processors;
  }

  /** The mean over the judged time; NaN: not reported all the time. */
  double mean(HealthMetric metric) {
    return sums.getOrDefault(metric, Double.NaN) / judgedTime;
  }
}

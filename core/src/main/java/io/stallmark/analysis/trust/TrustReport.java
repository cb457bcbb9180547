package io.stallmark.analysis.trust;

import io.stallmark.result.metric.HealthMetric;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sums of the generator's health over the intervals of a run. Used by one thread. */
public final class TrustReport {

  /**
   * Length of the cold start, nanoseconds. A new JVM compiles its code, which takes all processors,
   * so intervals in this time are not judged. A warm-up counts as a part of it.
   */
  public static final long COLD = TimeUnit.SECONDS.toNanos(3);

  /** Values of one metric. */
  private static final class Sums {
    double peak = Double.NaN; // over all intervals
    double timesLength; // over the judged intervals, like the others
    double worst = Double.NaN; // at the limit
    long reached; // the limit
    long caused;
  }

  private final long judgedFrom;
  private final double processors;
  private final Map<HealthMetric, Sums> sums = new EnumMap<>(HealthMetric.class);
  private long clockStepAt;
  private long intervals;
  private long flagged;
  private long judged;
  private long judgedFlagged;
  private double judgedTime;
  private double flaggedTime;

  TrustReport(long warmup, double processors) {
    judgedFrom = judgedFrom(warmup);
    this.processors = processors;
    for (HealthMetric metric : HealthMetric.values()) {
      sums.put(metric, new Sums());
    }
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
    health.figures().forEach((metric, figure) -> peak(metric, figure, health.end()));
    if (health.start() < judgedFrom) {
      return;
    }
    judged++;
    judgedTime += health.length();
    sums.forEach((metric, sum) -> sum.timesLength += health.of(metric) * health.length());
    HealthMetric cause = health.cause();
    if (cause != null) {
      judgedFlagged++;
      flaggedTime += health.length();
      of(cause).caused++;
    }
    for (HealthMetric metric : health.reasons()) {
      Sums sum = of(metric);
      sum.reached++;
      sum.worst = metric.peak(sum.worst, health.atLimit(metric));
    }
  }

  private void peak(HealthMetric metric, double figure, long end) {
    Sums sum = of(metric);
    double peak = metric.peak(sum.peak, figure);
    if (metric == HealthMetric.CLOCK_STEP && peak != sum.peak) {
      clockStepAt = end;
    }
    sum.peak = peak;
  }

  private Sums of(HealthMetric metric) {
    return Objects.requireNonNull(sums.get(metric));
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

  /**
   * Returns the metrics whose limits judged intervals reached: the cause of most of these intervals
   * first, then causes before their symptoms.
   */
  List<HealthMetric> reasons() {
    return HealthMetric.CAUSES.stream()
        .filter(metric -> count(metric) > 0)
        .sorted(Comparator.comparing((HealthMetric metric) -> metric != cause()))
        .toList();
  }

  /** Returns the cause of most of the judged intervals that were flagged; null: none was. */
  @Nullable HealthMetric cause() {
    return HealthMetric.CAUSES.stream()
        .filter(metric -> of(metric).caused > 0)
        .reduce((a, b) -> of(b).caused > of(a).caused ? b : a)
        .orElse(null);
  }

  /** Returns the number of judged intervals in which the metric reached its limit. */
  long count(HealthMetric metric) {
    return of(metric).reached;
  }

  /** Returns the worst value of the metric among these intervals; NaN: there is none. */
  double worst(HealthMetric metric) {
    return of(metric).worst;
  }

  /** Returns the worst value of the metric over all intervals; NaN: not reported in any. */
  double peak(HealthMetric metric) {
    return of(metric).peak;
  }

  /** Returns the end of the interval with the largest step of the wall clock, nanoseconds. */
  long clockStepAt() {
    return clockStepAt;
  }

  /** Returns the number of processors that the generator may use. */
  double processors() {
    return processors;
  }

  /** Returns the mean over the judged time; NaN: not reported for all of it. */
  double mean(HealthMetric metric) {
    return of(metric).timesLength / judgedTime;
  }
}

package io.stallmark.analysis.trust;

import io.stallmark.result.HealthMetric;
import java.util.EnumMap;
import java.util.Map;

/** Worst value of each metric over all intervals, and the time of the largest clock step. */
final class HealthPeaks {

  private final Map<HealthMetric, Double> figures = new EnumMap<>(HealthMetric.class);
  private long clockStepAt;

  void add(GeneratorHealth health) {
    health
        .figures()
        .forEach(
            (metric, figure) -> {
              double peak = metric.peak(of(metric), figure);
              if (metric == HealthMetric.CLOCK_STEP && peak != of(metric)) {
                clockStepAt = health.end();
              }
              figures.put(metric, peak);
            });
  }

  /** Returns the worst value in the metric's unit; NaN: not reported in any interval. */
  double of(HealthMetric metric) {
    return figures.getOrDefault(metric, Double.NaN);
  }

  /** Returns the end of the interval with the largest step of the wall clock, nanoseconds. */
  long clockStepAt() {
    return clockStepAt;
  }
}

package io.stallmark.analysis.trust;

import io.stallmark.result.HealthMetric;
import java.util.EnumMap;
import java.util.Map;

/** The worst figure of each metric over intervals, and when the clock stepped. */
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

  /** Returns a figure in the metric's unit; NaN: not reported of any interval. */
  double of(HealthMetric metric) {
    return figures.getOrDefault(metric, Double.NaN);
  }

  /** Returns the end of the interval with the widest step of the wall clock, nanoseconds. */
  long clockStepAt() {
    return clockStepAt;
  }
}

package io.stallmark.analysis.compare;

import java.util.function.ToDoubleFunction;

/**
 * Metric of a run, as comparisons, histories and the tables of experiments use it.
 *
 * @param id name for programs, with its unit: {@code p99_ms}
 * @param group group of metrics: {@code transaction}, {@code point_select}, {@code stalls}, {@code
 *     cost}
 * @param label name for readers, with its unit
 * @param value value of a run in that unit; NaN: the run does not report it
 * @param weight weight of a run when runs are pooled, such as its minutes
 */
public record RunMetric(
    String id,
    String group,
    String label,
    MetricDirection direction,
    Scale scale,
    ToDoubleFunction<MeasuredRun> value,
    ToDoubleFunction<MeasuredRun> weight) {

  /** Method to average the values of repeated runs, and scale of the difference. */
  public enum Scale {
    /** Positive values: geometric mean; the difference is relative to the first side. */
    RATIO,
    /** Values that may be 0: arithmetic mean; the difference is in the metric's unit. */
    LINEAR,
    /**
     * Events per unit of time, pooled over the runs of a side; the difference is relative to the
     * first side.
     */
    EVENTS,
    /**
     * Values pooled over the runs of a side; the difference is in the metric's unit and is never
     * judged.
     */
    INFORMATIVE
  }

  /** Creates a metric for which all runs have the same weight. */
  public RunMetric(
      String id,
      String group,
      String label,
      MetricDirection direction,
      Scale scale,
      ToDoubleFunction<MeasuredRun> value) {
    this(id, group, label, direction, scale, value, run -> 1);
  }

  @Override
  public String toString() {
    return id;
  }

  /** Returns the value of a run in the metric's unit; NaN: the run does not report it. */
  public double of(MeasuredRun run) {
    return value.applyAsDouble(run);
  }

  /** Whether differences are relative to the first side: 0.1 is 10 % more. */
  public boolean share() {
    return scale == Scale.RATIO || scale == Scale.EVENTS;
  }
}

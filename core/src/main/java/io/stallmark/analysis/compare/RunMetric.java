package io.stallmark.analysis.compare;

import java.util.function.ToDoubleFunction;

/**
 * A metric that runs report, as comparisons, histories and the tables of experiments have it.
 *
 * @param id name for machines, with its unit: {@code p99_ms}
 * @param group {@code transaction}, {@code point_select}, {@code stalls}, {@code cost}
 * @param words name for readers, with its unit
 * @param value of a run, in that unit; NaN: the run does not report it
 * @param weight of a run where runs are pooled, such as its minutes
 */
public record RunMetric(
    String id,
    String group,
    String words,
    MetricDirection direction,
    Scale scale,
    ToDoubleFunction<MeasuredRun> value,
    ToDoubleFunction<MeasuredRun> weight) {

  /** How the values of repeated runs are averaged, and on what scale sides differ. */
  public enum Scale {
    /** Positive values: geometric means, whose difference is a share of the first. */
    RATIO,
    /** Values that may be 0: arithmetic means, whose difference is in the metric's unit. */
    LINEAR,
    /** Events per unit of time, pooled over the runs of a side; the difference is a share. */
    EVENTS,
    /** Pooled over the runs of a side; the difference is in the metric's unit, never judged. */
    INFORMATIVE
  }

  /** A metric of which all runs of a side count alike. */
  public RunMetric(
      String id,
      String group,
      String words,
      MetricDirection direction,
      Scale scale,
      ToDoubleFunction<MeasuredRun> value) {
    this(id, group, words, direction, scale, value, run -> 1);
  }

  /** Value of a run, in the metric's unit; NaN: the run does not report it. */
  public double of(MeasuredRun run) {
    return value.applyAsDouble(run);
  }

  /** Whether differences are shares of the first side: 0.1 is 10 % more. */
  public boolean share() {
    return scale == Scale.RATIO || scale == Scale.EVENTS;
  }
}

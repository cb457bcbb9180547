package io.stallmark.analysis.compare;

/**
 * Comparison of one metric.
 *
 * @param a mean of the first side, in the unit of the metric
 * @param b mean of the second side
 */
public record ComparisonRow(RunMetric metric, double a, double b, MetricDifference difference) {

  /** Verdict on the second side. */
  public enum Verdict {
    BETTER,
    WORSE,
    /** The interval contains 0. There may be a difference. */
    NOT_SHOWN,
    /** There is no interval. */
    NOT_JUDGED
  }

  public String id() {
    return metric.id();
  }

  public Verdict verdict() {
    return metric.direction().verdict(difference);
  }

  /** Returns the verdict in words: faster, slower, no difference shown. */
  public String word() {
    return metric.direction().word(verdict());
  }

  /**
   * Returns by how much the second side is worse, as a share or in the metric's unit; negative:
   * better.
   */
  public double worseBy() {
    return metric.direction().worseBy(difference);
  }

  /** Returns the reason why there is no interval, in a few words; empty: there is one. */
  public String unjudged() {
    if (difference.judged()) {
      return "";
    }
    if (Double.isNaN(difference.estimate())) {
      return "0 or unknown in one of them";
    }
    return metric.scale() == RunMetric.Scale.INFORMATIVE
        ? "the generator's, not the database's"
        : "fewer than three runs on a side, or a side whose runs are all equal";
  }
}

package io.stallmark.analysis.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits on how much worse the second side may be. A row fails when a difference is shown and its
 * estimate is beyond the limit, so that chance alone fails a gate no more often than the intervals
 * allow. An estimate beyond the limit that is not shown is undecided, and so is every row of a
 * comparison without enough runs.
 *
 * @param limits shares by the ids of rows; that of {@link #HEADLINE} is for each headline row
 */
public record RegressionGate(Map<String, Double> limits) {

  /** The throughput, and the percentiles of the response time of transactions. */
  public static final String HEADLINE = "";

  private static final String RESPONSES = Comparison.TRANSACTION + ".response.p";

  /** Outcome of a limit. */
  public enum Outcome {
    HELD,
    FAILED,
    /** The estimate is beyond the limit and the interval contains 0, or there is no interval. */
    UNDECIDED,
    /** One of the sides has no value. */
    NOT_JUDGED
  }

  /** A row with its limit. */
  public record Finding(ComparisonRow row, double limit, Outcome outcome) {

    /** Whether the gate fails by it. */
    public boolean fails() {
      return outcome == Outcome.FAILED || outcome == Outcome.NOT_JUDGED;
    }

    /** Whether the limit held although the interval reaches beyond it. */
    public boolean open() {
      double worst = row.metric().direction().worst(row.difference());
      return outcome == Outcome.HELD && worst > limit;
    }
  }

  public RegressionGate {
    limits = new LinkedHashMap<>(limits);
  }

  /** Rows with limits, in the order of the comparison. */
  public List<Finding> findings(Comparison comparison) {
    List<Finding> findings = new ArrayList<>();
    for (ComparisonRow row : comparison.rows()) {
      Double limit = limits.get(row.id());
      if (limit == null && isHeadline(row)) {
        limit = limits.get(HEADLINE);
      }
      if (limit != null) {
        findings.add(new Finding(row, limit, outcome(row, limit)));
      }
    }
    return findings;
  }

  /** A percentile that no side reports has no limit, but the throughput must be reported. */
  private static boolean isHeadline(ComparisonRow row) {
    return row.id().equals(Comparison.THROUGHPUT)
        || (row.id().startsWith(RESPONSES) && !Double.isNaN(row.difference().estimate()));
  }

  private static Outcome outcome(ComparisonRow row, double limit) {
    return switch (row.verdict()) {
      case NOT_JUDGED ->
          Double.isNaN(row.difference().estimate()) ? Outcome.NOT_JUDGED : Outcome.UNDECIDED;
      case WORSE -> row.worseBy() > limit ? Outcome.FAILED : Outcome.HELD;
      case NOT_SHOWN -> row.worseBy() > limit ? Outcome.UNDECIDED : Outcome.HELD;
      case BETTER -> Outcome.HELD;
    };
  }
}

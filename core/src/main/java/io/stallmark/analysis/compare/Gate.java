package io.stallmark.analysis.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How much worse the second may be. A row fails when a difference is shown, so that chance alone
 * fails a gate no more often than the intervals allow, and when that difference is beyond the
 * limit. One that is measured beyond the limit and not shown is undecided: it neither held nor
 * failed, for runs of the same are measured so whenever they vary by more than the limit.
 *
 * @param limits by the ids of rows, shares; of {@link #HEADLINE}: of each headline row that is
 *     judged
 */
public record Gate(Map<String, Double> limits) {

  /** The throughput, and the percentiles of the response time of transactions. */
  public static final String HEADLINE = "";

  private static final String RESPONSES = Comparison.TRANSACTION + ".response.p";

  /** What became of a row's limit. */
  public enum Outcome {
    HELD,
    FAILED,
    /** Measured beyond the limit, but the interval has no difference in it, too. */
    UNDECIDED,
    /** There is no interval; it is not said to have held. */
    NOT_JUDGED
  }

  /** A row that there is a limit for. */
  public record Finding(Row row, double limit, Outcome outcome) {

    /** Whether the gate fails by it. */
    public boolean fails() {
      return outcome == Outcome.FAILED || outcome == Outcome.NOT_JUDGED;
    }

    /** Whether it held, and the interval does not rule out that it should not have. */
    public boolean open() {
      double worst = row.sense().worst(row.difference());
      return outcome == Outcome.HELD && worst > limit;
    }
  }

  public Gate {
    limits = new LinkedHashMap<>(limits);
  }

  /** The rows that there are limits for, in the order of the comparison. */
  public List<Finding> findings(Comparison comparison) {
    List<Finding> findings = new ArrayList<>();
    for (Row row : comparison.rows()) {
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

  /** The percentiles that {@link #HEADLINE} would have a limit for, were they judged. */
  public List<Row> passedOver(Comparison comparison) {
    return limits.containsKey(HEADLINE)
        ? comparison.rows().stream()
            .filter(row -> isPercentile(row) && !limits.containsKey(row.id()))
            .filter(row -> row.verdict() == Row.Verdict.NOT_JUDGED)
            .toList()
        : List.of();
  }

  /** Of percentiles that are not judged others speak, but the throughput must be. */
  private static boolean isHeadline(Row row) {
    return row.id().equals(Comparison.THROUGHPUT)
        || (isPercentile(row) && row.verdict() != Row.Verdict.NOT_JUDGED);
  }

  private static boolean isPercentile(Row row) {
    return row.id().startsWith(RESPONSES);
  }

  private static Outcome outcome(Row row, double limit) {
    return switch (row.verdict()) {
      case NOT_JUDGED -> Outcome.NOT_JUDGED;
      case WORSE -> row.worseBy() > limit ? Outcome.FAILED : Outcome.HELD;
      case NOT_SHOWN -> row.worseBy() > limit ? Outcome.UNDECIDED : Outcome.HELD;
      case BETTER -> Outcome.HELD;
    };
  }
}

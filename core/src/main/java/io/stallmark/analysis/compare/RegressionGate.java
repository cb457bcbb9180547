package io.stallmark.analysis.compare;

import io.stallmark.record.Kind;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunState;
import io.stallmark.result.TrustSummary;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits on how much worse the second side may be. A row fails if a difference is shown and its
 * estimate is beyond the limit. So chance alone fails a gate no more often than the intervals
 * allow. A row is undecided if its estimate is beyond the limit but no difference is shown. Without
 * enough runs, every row is undecided. A limit of a metric that is a multiple of a row has that
 * row's outcome. Runs that are not completed or not to be trusted do not pass. Runs of the same
 * time need not be trusted: what disturbs them is in both values of a pair.
 *
 * @param limits limits by the row's id, as shares; that of {@link #HEADLINE} applies to each
 *     headline row
 * @param refusal runs that do not pass, whatever their figures
 */
public record RegressionGate(Map<String, Double> limits, Refusal refusal) {

  /** Key of the limit for the throughput and the percentiles of the transactions' response time. */
  public static final String HEADLINE = "";

  private static final double PERCENT = 100;
  private static final String RESPONSES = Kind.TRANSACTION + ".response.p";

  /** Runs that a gate refuses, apart from those that are not completed. */
  public enum Refusal {
    NONE,
    /** Runs that were judged and are not trusted. */
    UNTRUSTED,
    /** Also runs that were not judged, because they were too short or are from an old version. */
    NOT_JUDGED
  }

  /** Outcome of a limit. */
  public enum Outcome {
    HELD,
    FAILED,
    /** The estimate is beyond the limit, and the interval contains 0 or there is none. */
    UNDECIDED,
    /** One of the sides has no value. */
    NOT_JUDGED
  }

  /** Outcome for one row. */
  public record Finding(ComparisonRow row, double limit, Outcome outcome) {

    /** Whether the row fails the gate. */
    public boolean fails() {
      return outcome == Outcome.FAILED || outcome == Outcome.NOT_JUDGED;
    }

    /** Whether the row passed although the interval reaches beyond the limit. */
    public boolean open() {
      double worst = row.metric().direction().worst(row.difference());
      return outcome == Outcome.HELD && worst > limit;
    }

    /** Returns the row, its outcome, how much worse it is, and the limit, in one line. */
    @Override
    public String toString() {
      return Text.format(
          "%s: %s, worse by %.1f %%, limit %.1f %%",
          row.id(), outcome, PERCENT * row.worseBy(), PERCENT * limit);
    }
  }

  public RegressionGate {
    limits = new LinkedHashMap<>(limits);
  }

  /** Creates a gate that refuses runs that are not to be trusted. */
  public RegressionGate(Map<String, Double> limits) {
    this(limits, Refusal.UNTRUSTED);
  }

  /** Returns the gate as with {@code --allow-untrusted}. */
  public RegressionGate allowUntrusted() {
    return new RegressionGate(limits, Refusal.NONE);
  }

  /** Returns the gate as with {@code --require-trusted}. */
  public RegressionGate requireTrusted() {
    return new RegressionGate(limits, Refusal.NOT_JUDGED);
  }

  /** Returns the gate for a comparison with this basis. */
  private RegressionGate suiting(Comparison.Basis basis) {
    return basis == Comparison.Basis.PAIRED_SECONDS && refusal == Refusal.UNTRUSTED
        ? allowUntrusted()
        : this;
  }

  /** Why a run of a comparison does not pass, to follow "is"; empty: it may. */
  public String unfit(RunDocument run, Comparison.Basis basis) {
    return suiting(basis).unfit(run);
  }

  private String unfit(RunDocument run) {
    if (run.state() != RunState.COMPLETED) {
      return "not completed";
    }
    @Nullable TrustSummary trust = run.outcome().trust();
    boolean doubted = run.doubted();
    boolean judged = trust != null && trust.trusted() != null;
    if (refusal == Refusal.NOT_JUDGED && (doubted || !judged)) {
      return (doubted ? "not to be trusted" : "not judged for trust")
          + ", which --require-trusted requires";
    }
    return refusal == Refusal.UNTRUSTED && doubted
        ? "not to be trusted; --allow-untrusted judges such runs too"
        : "";
  }

  /**
   * Returns the outcomes of the rows with limits, in the order of the comparison.
   *
   * @throws IllegalArgumentException if the comparison has no row of a limit, or its difference is
   *     no share
   */
  public List<Finding> findings(Comparison comparison) {
    List<String> unknown = new ArrayList<>(limits.keySet());
    unknown.remove(HEADLINE);
    List<ComparisonRow> rows = new ArrayList<>(comparison.rows());
    rows.addAll(comparison.multiples());
    rows.stream().filter(row -> row.metric().share()).forEach(row -> unknown.remove(row.id()));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "The comparison has no rows " + unknown + " whose differences are shares");
    }
    List<Finding> findings = new ArrayList<>();
    for (ComparisonRow row : rows) {
      Double limit = limits.get(row.id());
      if (limit == null && isHeadline(row, comparison.basis())) {
        limit = limits.get(HEADLINE);
      }
      if (limit != null) {
        findings.add(new Finding(row, limit, outcome(row, limit)));
      }
    }
    return findings;
  }

  /**
   * Whether no run is unfit and every row with a limit passed; an undecided row may hide a
   * regression. As {@code compare --gate --undecided fail}, but for damaged files.
   */
  public boolean holds(Comparison comparison) {
    return comparison.runs().stream().allMatch(run -> unfit(run, comparison.basis()).isEmpty())
        && findings(comparison).stream().allMatch(each -> each.outcome() == Outcome.HELD);
  }

  /**
   * Returns the percentiles that the limit of the headline rows skips: only one side reports them,
   * or they have no interval from paired seconds.
   */
  public List<ComparisonRow> skipped(Comparison comparison) {
    return limits.containsKey(HEADLINE)
        ? comparison.rows().stream()
            .filter(row -> row.id().startsWith(RESPONSES) && !limits.containsKey(row.id()))
            .filter(row -> !isHeadline(row, comparison.basis()))
            .toList()
        : List.of();
  }

  /**
   * Whether the limit of the headline rows applies. A percentile that a side does not report has no
   * limit, nor has one that never has an interval. But the throughput must be reported.
   */
  private static boolean isHeadline(ComparisonRow row, Comparison.Basis basis) {
    return row.id().equals(Comparison.THROUGHPUT)
        || (row.id().startsWith(RESPONSES)
            && !Double.isNaN(row.difference().estimate())
            && (basis != Comparison.Basis.PAIRED_SECONDS || Comparison.isPairable(row.id())));
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

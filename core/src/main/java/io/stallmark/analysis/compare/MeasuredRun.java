package io.stallmark.analysis.compare;

import io.stallmark.result.CostSummary;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.NamedRate;
import io.stallmark.result.RunSummary;
import io.stallmark.result.StallFindings.StallThresholds;
import io.stallmark.result.TrustSummary;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Run from which metrics are read.
 *
 * @param stalls lengths of all stalls, seconds
 * @param generatorStalls lengths of those that the generator caused, seconds
 */
public record MeasuredRun(RunDocument document, List<Double> stalls, List<Double> generatorStalls) {

  private static final double SECOND = 1e9;
  private static final double MINUTE = 60;

  /** Returns the length of the measurement in seconds; NaN: the run has no summary. */
  double seconds() {
    return summary(RunSummary::elapsedNanoseconds) / SECOND;
  }

  double minutes() {
    return seconds() / MINUTE;
  }

  /** Returns a value of the summary; NaN: the run has no summary. */
  public double summary(ToDoubleFunction<RunSummary> figure) {
    @Nullable RunSummary summary = document.outcome().summary();
    return summary == null ? Double.NaN : figure.applyAsDouble(summary);
  }

  /** Returns the kinds of operations in the order of the file; empty: the run has no summary. */
  public Map<String, RunSummary.KindSummary> kinds() {
    @Nullable RunSummary summary = document.outcome().summary();
    return summary == null ? Map.of() : summary.kinds();
  }

  /** Returns the cost by each source, by the source's name. */
  public Map<String, CostSummary.SourceCostSummary> sources() {
    @Nullable CostSummary cost = document.outcome().cost();
    return cost == null ? Map.of() : cost.sources();
  }

  /** Whether the run was long enough to detect a stall. */
  boolean judgedForStalls() {
    @Nullable StallThresholds rule = document.outcome().findings().stallRule();
    return rule == null || rule.judges(seconds());
  }

  /** Returns the length of all stalls, seconds. */
  double stalledSeconds() {
    return stalls.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Returns the length of the longest stall, seconds; 0: there is none. */
  double longestStall() {
    return stalls.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** Returns the unit of the rate that the workload names; empty: it names none. */
  String headlineUnit() {
    @Nullable NamedRate rate = document.outcome().headline();
    return rate == null ? "" : rate.unit();
  }

  /** Returns the share of the judged time in which the generator was the limit; NaN: not judged. */
  double generatorBoundPercent() {
    @Nullable TrustSummary trust = document.outcome().trust();
    return trust == null || trust.trusted() == null ? Double.NaN : trust.judgedFlaggedPercent();
  }
}

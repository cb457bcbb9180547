package io.stallmark.analysis.compare;

import io.stallmark.result.CostSummary;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunSummary;
import io.stallmark.result.StallFindings.StallThresholds;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A run that metrics are read from.
 *
 * @param stalls lengths of the server's, in seconds
 * @param generatorStalls lengths of those in which the generator itself stood still
 */
public record MeasuredRun(RunDocument document, List<Double> stalls, List<Double> generatorStalls) {

  private static final double SECOND = 1e9;

  /** Length of the measurement; NaN: the run has no summary. */
  double seconds() {
    return summary(RunSummary::elapsedNanoseconds) / SECOND;
  }

  /** A figure of the summary; NaN: the run has none. */
  double summary(ToDoubleFunction<RunSummary> figure) {
    @Nullable RunSummary summary = document.outcome().summary();
    return summary == null ? Double.NaN : figure.applyAsDouble(summary);
  }

  /** Kinds of operations in the order of the file; empty: the run has no summary. */
  public Map<String, RunSummary.KindSummary> kinds() {
    @Nullable RunSummary summary = document.outcome().summary();
    return summary == null ? Map.of() : summary.kinds();
  }

  /** What each source counted, by its name. */
  public Map<String, CostSummary.SourceCostSummary> sources() {
    @Nullable CostSummary cost = document.outcome().cost();
    return cost == null ? Map.of() : cost.sources();
  }

  /** Whether the run was long enough for a stall to be found in it. */
  boolean judgedForStalls() {
    @Nullable StallThresholds rule = document.outcome().findings().stallRule();
    return rule == null || rule.judges(seconds());
  }
}

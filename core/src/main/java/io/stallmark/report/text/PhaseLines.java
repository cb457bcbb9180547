package io.stallmark.report.text;

import io.stallmark.report.FigureFormat;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunParameters.PlannedPhase;
import io.stallmark.result.RunSummary.PhaseSummary;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Results of the phases of a run, for the terminal. */
final class PhaseLines {

  private PhaseLines() {}

  /**
   * Returns a table; no lines if there are no phases.
   *
   * @param planned all planned phases; a run that ended early has results of the first ones only
   */
  static List<String> of(List<PhaseSummary> phases, List<PlannedPhase> planned) {
    if (phases.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("Phases, response time in ms");
    lines.add(
        Text.format(
            "  %-22s %9s %9s %8s %12s %11s %9s %9s %9s %8s",
            "", "from s", "length s", "threads", "count", "/s", "p50", "p99", "max", "errors"));
    for (int i = 0; i < phases.size(); i++) {
      PhaseSummary phase = phases.get(i);
      LatencySummary response = phase.responseNanoseconds();
      lines.add(
          Text.format(
              "  %-22s %9.1f %9.1f %8d %,12d %,11.1f %9s %9s %9s %,8d%s",
              phase.name(),
              phase.startSeconds(),
              phase.elapsedNanoseconds() / FigureFormat.SECOND,
              planned.get(i).threads(),
              phase.transactions(),
              phase.transactionsPerSecond(),
              FigureFormat.percentile(phase.transactions(), Percentile.P50, response),
              FigureFormat.percentile(phase.transactions(), Percentile.P99, response),
              FigureFormat.percentile(phase.transactions(), Percentile.MAX, response),
              phase.errors(),
              bound(phase.generatorBoundPercent())));
    }
    return lines;
  }

  private static String bound(@Nullable Double percent) {
    return percent == null || percent == 0
        ? ""
        : Text.format("  starved in %.0f %% of the time", percent);
  }
}

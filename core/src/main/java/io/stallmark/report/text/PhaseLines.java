package io.stallmark.report.text;

import io.stallmark.report.FigureFormat;
import io.stallmark.report.table.FigureTable;
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
    FigureTable<PhaseSummary> table =
        new FigureTable<PhaseSummary>()
            .words("", 22, PhaseSummary::name)
            .texts("from s", 9, phase -> Text.format("%.1f", phase.startSeconds()))
            .texts(
                "length s",
                9,
                phase -> Text.format("%.1f", phase.elapsedNanoseconds() / FigureFormat.SECOND))
            .texts("threads", 8, phase -> "" + planned.get(phases.indexOf(phase)).threads())
            .texts("count", 12, phase -> FigureFormat.count(phase.transactions()))
            .texts("/s", 11, phase -> FigureFormat.rate(phase.transactionsPerSecond()))
            .times(
                9,
                List.of(Percentile.P50, Percentile.P99, Percentile.MAX),
                PhaseSummary::transactions,
                PhaseSummary::responseNanoseconds)
            .texts("errors", 8, phase -> FigureFormat.count(phase.errors()))
            .words("", phase -> bound(phase.generatorBoundPercent()));
    List<String> lines = new ArrayList<>(List.of("", "Phases, response time in ms"));
    lines.addAll(table.lines("  ", phases));
    return lines;
  }

  private static String bound(@Nullable Double percent) {
    return percent == null || percent == 0
        ? ""
        : Text.format(" starved in %.0f %% of the time", percent);
  }
}

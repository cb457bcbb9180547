package io.stallmark.report.compare;

import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.report.page.ReportPage;
import io.stallmark.report.table.FigureTable;
import io.stallmark.report.table.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Page {@code history.html}: a metric over time, its changes, and every run. */
public final class HistoryPage {

  /**
   * Runs of a configuration, for the chart.
   *
   * @param points milliseconds since 1970, the value, and a third field if the run is not trusted
   * @param levels start and end in milliseconds since 1970, and the mean
   * @param changes times of the changes, milliseconds since 1970
   */
  private record Series(
      String name, List<List<Object>> points, List<List<Object>> levels, List<Long> changes) {}

  private HistoryPage() {}

  /** Writes the page. */
  public static void write(
      List<StoredRun> runs,
      List<DuetFiles.Listed> duets,
      List<RunHistory> histories,
      RunMetric metric,
      Path file)
      throws IOException {
    String note =
        "One line for each configuration with three completed runs or more. A dashed line is its"
            + " level, a vertical line a change. Changes: E-divisive means, p < 1 %."
            + " A hollow mark is a run that is not to be trusted.";
    List<Series> series =
        histories.stream()
            .filter(history -> history.runs().size() >= HistoryText.DRAWN)
            .map(HistoryPage::series)
            .toList();
    Map<String, Object> drawn = Map.of("metric", metric.label(), "note", note, "series", series);
    ReportPage.Heading heading =
        new ReportPage.Heading(
            "History of " + metric.label(),
            HistoryText.subject(runs, HistoryText.shared(runs)),
            List.of());
    List<TextTable> tables = new ArrayList<>(List.of(changes(histories)));
    if (!duets.isEmpty()) {
      tables.add(
          HistoryText.duets(
              duets, duet -> ReportPage.linkTo(duet.directory().resolve(DuetFiles.PAGE), file)));
    }
    tables.add(table(runs, file));
    ReportPage.write(List.of(), heading, Map.of("history", drawn, "tables", tables), file);
  }

  /** Change of a configuration's level. */
  private record ChangeRow(String runs, RunHistory.Change change) {}

  private static TextTable changes(List<RunHistory> histories) {
    List<ChangeRow> rows = new ArrayList<>();
    histories.forEach(
        history ->
            history
                .described()
                .forEach(change -> rows.add(new ChangeRow(history.label(), change))));
    return new FigureTable<ChangeRow>()
        .label("runs", ChangeRow::runs)
        .label("first run after it", row -> run(row.change.first()))
        .label("at (UTC)", row -> HistoryText.time(row.change.at()))
        .texts("mean before", row -> HistoryText.figure(row.change.before()))
        .texts("mean after", row -> HistoryText.figure(row.change.after()))
        .texts("difference", row -> row.change.percent())
        .table("changes", "Changes", "No change is shown.", rows, row -> "", row -> "");
  }

  private static String run(StoredRun run) {
    return run.directory().getFileName() + (run.untrusted() ? " (not to be trusted)" : "");
  }

  private static TextTable table(List<StoredRun> runs, Path file) {
    FigureTable<StoredRun> names =
        new FigureTable<StoredRun>().label("run", run -> run.directory().getFileName().toString());
    Map<Path, String> differences = RunHistory.differences(runs);
    Map<String, String> shared = HistoryText.shared(runs);
    boolean completed = runs.stream().allMatch(StoredRun::completed);
    boolean unlabelled = runs.stream().map(HistoryText::labels).allMatch(String::isEmpty);
    boolean alike = differences.values().stream().allMatch(String::isEmpty);
    return HistoryText.all(names, "transactions/s")
        .label(HistoryText.DIFFERENCES, run -> differences.getOrDefault(run.directory(), ""))
        .shown(head -> !shared.containsKey(head))
        .shown(head -> !(alike && head.equals(HistoryText.DIFFERENCES)))
        .shown(head -> !(completed && head.equals(HistoryText.STATE)))
        .shown(head -> !(unlabelled && head.equals(HistoryText.LABELS)))
        .table(
            "runs",
            "Runs",
            "There is none.",
            runs,
            run -> "",
            run -> ReportPage.link(run.directory(), file));
  }

  private static Series series(RunHistory history) {
    List<Long> starts = history.runs().stream().map(run -> run.start().toEpochMilli()).toList();
    List<List<Object>> points = new ArrayList<>();
    for (int i = 0; i < starts.size(); i++) {
      List<Object> point = new ArrayList<>(List.of(starts.get(i), history.values().get(i)));
      if (history.runs().get(i).untrusted()) {
        point.add("?");
      }
      points.add(point);
    }
    List<List<Object>> levels = new ArrayList<>();
    List<Integer> ends = new ArrayList<>(history.changes());
    ends.add(starts.size());
    int from = 0;
    for (int to : ends) {
      levels.add(List.of(starts.get(from), starts.get(to - 1), history.mean(from, to)));
      from = to;
    }
    List<Long> changes =
        history.described().stream().map(change -> change.at().toEpochMilli()).toList();
    return new Series(history.label(), points, levels, changes);
  }
}

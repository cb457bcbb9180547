package io.stallmark.report.compare;

import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.page.ReportPage;
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
      List<StoredRun> runs, List<RunHistory> histories, RunMetric metric, Path file)
      throws IOException {
    String note =
        "A line for each configuration; a dashed line where its level is, a vertical one where it"
            + " changed. Changes: E-divisive means, less likely than 1 % by chance. Only completed"
            + " runs are drawn; a hollow mark is one that is not to be trusted.";
    Map<String, Object> drawn =
        Map.of(
            "metric",
            metric.words(),
            "note",
            note,
            "series",
            histories.stream().map(HistoryPage::series).toList());
    ReportPage.Heading heading =
        new ReportPage.Heading(
            "History of " + metric.words(), FigureFormat.count(runs.size(), "run"), List.of());
    ReportPage.write(
        List.of(),
        heading,
        Map.of("history", drawn, "tables", List.of(changes(histories), table(runs, file))),
        file);
  }

  private static TextTable changes(List<RunHistory> histories) {
    List<TextTable.Row> rows = new ArrayList<>();
    for (RunHistory history : histories) {
      for (RunHistory.Change change : history.described()) {
        rows.add(
            new TextTable.Row(
                List.of(
                    history.label(),
                    change.first().directory().getFileName()
                        + (change.first().untrusted() ? " (not to be trusted)" : ""),
                    HistoryText.time(change.at()),
                    HistoryText.figure(change.before()),
                    HistoryText.figure(change.after()),
                    change.percent())));
      }
    }
    return new TextTable("changes", "Changes", "No change is shown.", rows)
        .words("runs", "first run after it", "at (UTC)")
        .numbers("mean before", "mean after", "difference");
  }

  private static TextTable table(List<StoredRun> runs, Path file) {
    List<TextTable.Row> rows = new ArrayList<>();
    for (StoredRun run : runs) {
      List<String> cells = new ArrayList<>(List.of(run.directory().getFileName().toString()));
      cells.addAll(HistoryText.COLUMNS.cells(run));
      rows.add(new TextTable.Row(cells, "", ReportPage.link(run.directory(), file)));
    }
    return new TextTable("runs", "Runs", "There is none.", rows)
        .words("run", "start (UTC)")
        .numbers("transactions/s", "p99 ms", "stalls")
        .words("trusted", "state", "database")
        .numbers("threads")
        .words("workload", "name, tags");
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

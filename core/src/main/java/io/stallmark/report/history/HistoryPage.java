package io.stallmark.report.history;

import io.stallmark.report.Figures;
import io.stallmark.report.page.Page;
import io.stallmark.report.page.ReportPage;
import io.stallmark.report.page.Sheet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code history.html}: a metric over time, its changes, and every run. */
public final class HistoryPage {

  private HistoryPage() {}

  /** Writes it. */
  public static void write(List<PastRun> runs, List<RunHistory> histories, Metric metric, Path file)
      throws IOException {
    String note =
        "A line for each configuration; a dashed line where its level is, a vertical one where it"
            + " changed. Changes: E-divisive means, less likely than 1 % by chance. Only completed"
            + " runs are drawn; a hollow mark is one that is not to be trusted.";
    List<Page.Block> blocks =
        List.of(
            Page.figure(
                "history",
                metric.words(),
                note,
                histories.isEmpty() ? "No completed run has it." : "",
                null),
            Page.sheet(changes(histories)),
            Page.sheet(table(runs, file)));
    ReportPage.Heading heading =
        new ReportPage.Heading(
            "History of " + metric.words(), Figures.count(runs.size(), "run"), List.of());
    ReportPage.write(heading, blocks, Map.of("history", drawn(histories, metric)), file);
  }

  private static Sheet changes(List<RunHistory> histories) {
    Sheet sheet =
        new Sheet("changes", "Changes")
            .words("runs", "first run after it", "at (UTC)")
            .numbers("mean before", "mean after", "difference")
            .orElse("No change is shown.");
    for (RunHistory history : histories) {
      for (RunHistory.Change change : history.described()) {
        sheet.row(
            history.label(),
            change.first().directory().getFileName()
                + (change.first().untrusted() ? " (not to be trusted)" : ""),
            HistoryText.time(change.at()),
            HistoryText.figure(change.before()),
            HistoryText.figure(change.after()),
            change.percent());
      }
    }
    return sheet;
  }

  private static Sheet table(List<PastRun> runs, Path file) {
    Sheet sheet =
        new Sheet("runs", "Runs")
            .words("run", "start (UTC)", "workload", "database")
            .numbers("threads", "transactions/s", "p99 ms", "stalls")
            .words("trusted", "state")
            .orElse("There is none.");
    for (PastRun run : runs) {
      Object[] fields = HistoryText.fields(run);
      String[] texts = new String[fields.length + 1];
      texts[0] = String.valueOf(run.directory().getFileName());
      Arrays.setAll(texts, i -> i == 0 ? texts[0] : String.valueOf(fields[i - 1]));
      sheet.linked("", "", ReportPage.link(run.directory(), file), texts);
    }
    return sheet;
  }

  private static JsonNode drawn(List<RunHistory> histories, Metric metric) {
    ObjectNode root = new JsonMapper().createObjectNode();
    root.put("metric", metric.words());
    ArrayNode series = root.putArray("series");
    for (RunHistory history : histories) {
      ObjectNode one = series.addObject();
      one.put("name", history.label());
      ArrayNode points = one.putArray("points");
      for (int i = 0; i < history.values().size(); i++) {
        long at = history.runs().get(i).start().toEpochMilli();
        ArrayNode point = points.addArray().add(at).add(history.values().get(i));
        if (history.runs().get(i).untrusted()) {
          point.add("?");
        }
      }
      ArrayNode levels = one.putArray("levels");
      int from = 0;
      for (int i = 0; i <= history.changes().size(); i++) {
        int to = i < history.changes().size() ? history.changes().get(i) : history.values().size();
        ArrayNode level = levels.addArray();
        level.add(history.runs().get(from).start().toEpochMilli());
        level.add(history.runs().get(to - 1).start().toEpochMilli());
        level.add(history.mean(from, to));
        from = to;
      }
      ArrayNode changes = one.putArray("changes");
      history.described().forEach(change -> changes.add(change.at().toEpochMilli()));
    }
    return root;
  }
}

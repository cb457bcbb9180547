package io.stallmark.report.page;

import io.stallmark.report.file.CsvColumns;
import io.stallmark.report.file.ProgressFile;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Charts of the progress of an import, with documents as the x axis. */
final class ProgressChart {

  private static final String DOCUMENTS = "documents";

  private static final Map<String, String> METRICS = metrics();

  /** A line, as across.js reads it. */
  private record Line(String name, List<double[]> points) {}

  /** A chart, as across.js reads it. */
  private record Chart(String metric, List<Line> series) {}

  private ProgressChart() {}

  private static Map<String, String> metrics() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("documents_per_s", "documents/s");
    all.put("source_mb_per_s", "MB/s of the files");
    return all;
  }

  /** Returns the content of the page of a run; empty: the run was no import. */
  static Map<String, Object> of(Path directory) throws IOException {
    CsvColumns progress = CsvColumns.read(directory.resolve(ProgressFile.NAME));
    if (progress.column(DOCUMENTS).length < 2) {
      return Map.of();
    }
    List<Chart> charts = new ArrayList<>();
    METRICS.forEach(
        (column, metric) ->
            charts.add(new Chart(metric, List.of(line("import", column, progress)))));
    return content(charts);
  }

  /** Returns the content of the page of several runs, with a chart for each number of documents. */
  static Map<String, Object> of(List<ReportPage.Entry> entries) throws IOException {
    Map<Double, Map<String, CsvColumns>> groups = new LinkedHashMap<>(); // by number of documents
    for (ReportPage.Entry entry : entries) {
      CsvColumns progress = CsvColumns.read(entry.directory().resolve(ProgressFile.NAME));
      double[] documents = progress.column(DOCUMENTS);
      if (documents.length > 1) {
        groups
            .computeIfAbsent(documents[documents.length - 1], count -> new LinkedHashMap<>())
            .put(entry.label(), progress);
      }
    }
    List<Chart> charts = new ArrayList<>();
    groups.forEach(
        (count, runs) ->
            METRICS.forEach(
                (column, metric) -> {
                  List<Line> lines = new ArrayList<>();
                  runs.forEach((label, progress) -> lines.add(line(label, column, progress)));
                  String title = Text.format("Import of %,.0f documents, ", count);
                  charts.add(new Chart(title + metric, lines));
                }));
    return charts.isEmpty() ? Map.of() : content(charts);
  }

  private static Line line(String name, String column, CsvColumns progress) {
    double[] documents = progress.column(DOCUMENTS);
    double[] values = progress.column(column);
    List<double[]> points = new ArrayList<>();
    for (int i = 0; i < documents.length; i++) {
      points.add(new double[] {documents[i], values[i]});
    }
    return new Line(name, points);
  }

  private static Map<String, Object> content(List<Chart> charts) {
    String note =
        "Rate in each hundredth of the documents, by the documents that were imported before.";
    return Map.of("sweep", Map.of("x", DOCUMENTS, "linear", true, "note", note, "charts", charts));
  }
}

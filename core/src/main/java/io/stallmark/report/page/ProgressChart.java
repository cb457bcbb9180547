package io.stallmark.report.page;

import io.stallmark.report.file.CsvColumns;
import io.stallmark.report.file.ProgressFile;
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
    double[] documents = progress.column(DOCUMENTS);
    if (documents.length < 2) {
      return Map.of();
    }
    List<Chart> charts = new ArrayList<>();
    METRICS.forEach(
        (column, metric) -> {
          double[] values = progress.column(column);
          List<double[]> points = new ArrayList<>();
          for (int i = 0; i < documents.length; i++) {
            points.add(new double[] {documents[i], values[i]});
          }
          charts.add(new Chart(metric, List.of(new Line("import", points))));
        });
    return Map.of("sweep", Map.of("x", DOCUMENTS, "linear", true, "charts", charts));
  }
}

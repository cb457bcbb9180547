package io.stallmark.report.page;

import io.stallmark.report.file.CsvColumns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.util.RawValue;

/** Columns of {@code agents.csv} by the name of the load machine, as the scripts of a page read. */
final class EmbeddedAgents {

  /** Maximum number of rows of all machines. In longer runs neighbours are merged. */
  private static final int MOST = 50_000;

  private EmbeddedAgents() {}

  /** Returns the content of the page of a run; empty: the load came from one process. */
  static Map<String, Object> of(Path directory) throws IOException {
    Map<String, CsvColumns> all = CsvColumns.readBy("name", directory.resolve("agents.csv"));
    Map<String, Map<String, RawValue>> agents = new LinkedHashMap<>();
    all.forEach((name, rows) -> agents.put(name, EmbeddedRun.columns(rows, MOST / all.size())));
    return agents.isEmpty() ? Map.of() : Map.of("agents", agents);
  }
}

package io.stallmark.report.jmh;

import io.stallmark.report.file.RunFiles;
import io.stallmark.report.page.ReportPage;
import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * Writer of runs as JMH's result JSON. For each run, the array contains the transactions per second
 * in mode {@code thrpt}, and the response time of each kind in mode {@code sample}, in
 * milliseconds.
 */
public final class JmhJson {

  private JmhJson() {}

  /**
   * Writes the JSON file.
   *
   * @param runs the runs; if there are several, each entry has the label as its parameter {@code
   *     run}
   * @param file the file to create or overwrite
   * @return one sentence for each run without entries because it failed or has no samples, for each
   *     run that is not trustworthy, and for each error in a damaged run
   * @throws IOException with a message for the user, if a file cannot be read or written
   */
  public static List<String> write(List<ReportPage.Entry> runs, Path file) throws IOException {
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    ArrayNode entries = mapper.createArrayNode();
    List<String> warnings = new ArrayList<>();
    for (ReportPage.Entry entry : runs) {
      RunFiles run = RunFiles.read(entry.directory(), kind -> true);
      int before = entries.size();
      if (!run.failed()) {
        new JmhRun(run, runs.size() == 1 ? "" : entry.label()).addTo(entries);
      }
      if (entries.size() == before) {
        String why = run.failed() ? "it failed" : "it has no samples";
        warnings.add(entry.directory() + " is not in " + file + ": " + why + ".");
      } else if (run.run().doubted()) {
        warnings.add(entry.directory() + " is not to be trusted, and no viewer of JMH says so.");
      }
      run.damage().forEach(damage -> warnings.add(entry.directory() + ": " + damage));
    }
    try {
      Files.writeString(file, mapper.writeValueAsString(entries) + "\n");
    } catch (IOException e) {
      throw new IOException(file + " cannot be written: " + FileTrouble.reason(e), e);
    }
    return warnings;
  }
}

package io.stallmark.report.jmh;

import io.stallmark.report.page.ReportPage;
import io.stallmark.report.read.RunFiles;
import io.stallmark.result.RunDocument;
import io.stallmark.result.TrustSummary;
import io.stallmark.spec.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * Runs as JMH's result JSON: an array with the transactions per second of each run in mode {@code
 * thrpt}, and the response time of each kind in mode {@code sample}, in milliseconds.
 */
public final class JmhJson {

  private JmhJson() {}

  /**
   * Writes it.
   *
   * @param runs of several each entry has the label as its parameter {@code run}
   * @return a sentence for each run that has no entries, for it failed or has no samples, for each
   *     that is not to be trusted, and for each fault of a damaged one
   * @throws IOException with a line for the user, when a file cannot be read or written
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
      } else if (doubted(run.run())) {
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

  private static boolean doubted(RunDocument run) {
    TrustSummary trust = run.outcome().trust();
    return trust != null && trust.doubted();
  }
}

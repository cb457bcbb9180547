package io.stallmark.experiment.run;

import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.PlannedDuet;
import io.stallmark.report.compare.DuetFiles;
import io.stallmark.report.compare.HistoryText;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.page.ReportPage;
import io.stallmark.report.table.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The duets of an experiment that have ended: their throughput as a table for readers, and every
 * row of each as CSV.
 */
public final class DuetTable {

  private final ExperimentPlan plan;
  private final ExperimentDirectory files;
  private final List<DuetFiles.Listed> duets = new ArrayList<>();
  private final List<ReportPage.Entry> sides = new ArrayList<>();
  private final List<String> missed = new ArrayList<>();

  /**
   * Reads the duets that have ended.
   *
   * @throws IOException if a file of such a duet cannot be read
   */
  public DuetTable(ExperimentPlan plan, ExperimentDirectory files) throws IOException {
    this.plan = plan;
    this.files = files;
    for (PlannedDuet duet : plan.duets()) {
      Path directory = files.path().resolve(duet.name());
      if (DuetFiles.exists(directory)) {
        StoredRun a = last(duet, "a");
        StoredRun b = last(duet, "b");
        duets.add(DuetFiles.listed(directory, a));
        String ofA = a.document().outcome().missedLimits();
        String ofB = b.document().outcome().missedLimits();
        if (!ofA.isEmpty() || !ofB.isEmpty()) {
          String sides = (ofA.isEmpty() ? "" : " A: " + ofA) + (ofB.isEmpty() ? "" : " B: " + ofB);
          missed.add(duet.name() + sides);
        }
      }
    }
  }

  /** Returns the last attempt of a side. */
  private StoredRun last(PlannedDuet duet, String side) throws IOException {
    List<RunDirectories.Labelled> attempts =
        RunDirectories.of(List.of(files.path().resolve(duet.name()).resolve(side)));
    Path last = attempts.get(attempts.size() - 1).directory();
    sides.add(new ReportPage.Entry(duet.name() + " " + side, last, duet.name()));
    return StoredRun.read(last);
  }

  /** Returns the number of duets that have not ended. */
  public int missing() {
    return plan.duets().size() - duets.size();
  }

  /** Returns a line for each duet that missed a limit. */
  public List<String> missed() {
    return missed;
  }

  /** Returns the table for readers. */
  public TextTable table() {
    return HistoryText.named(
        duets,
        duet ->
            ReportPage.linkTo(
                duet.directory().resolve(DuetFiles.PAGE), files.path().resolve(ResultFiles.PAGE)));
  }

  /** Returns the directories of the runs that are sides. */
  public List<Path> runs() {
    return sides.stream().map(ReportPage.Entry::directory).toList();
  }

  /**
   * Writes the CSV and the page.
   *
   * @param warnings sentences at the top of the page
   */
  public void write(List<String> warnings) throws IOException {
    files.write(DuetFiles.CSV, DuetFiles.csv(duets));
    if (!duets.isEmpty()) {
      ReportPage.write(
          sides,
          new ReportPage.Heading(
              plan.experiment().name(), plan.experiment().description(), warnings),
          Map.of("tables", List.of(table())),
          files.path().resolve(ResultFiles.PAGE));
    }
  }
}

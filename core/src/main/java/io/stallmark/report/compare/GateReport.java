package io.stallmark.report.compare;

import io.stallmark.analysis.compare.RegressionGate;
import io.stallmark.report.JUnitReport;
import io.stallmark.report.JUnitReport.Case;
import io.stallmark.report.JUnitReport.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the outcome of a gate as JUnit XML, a test case for each row. */
public final class GateReport {

  private static final String GROUP = "stallmark.gate";

  private GateReport() {}

  /**
   * Writes the file.
   *
   * @param decided whether an undecided row is a failure; otherwise it is a skipped test case
   * @param complaint why a run has failed, such as a missed limit; empty: none has
   */
  public static void write(ComparedGroups compared, boolean decided, String complaint, Path file)
      throws IOException {
    List<Case> cases = new ArrayList<>();
    List<String> unfit = new ArrayList<>(compared.unfit());
    if (!complaint.isEmpty()) {
      unfit.add(complaint);
    }
    cases.add(
        new Case(
            GROUP,
            "runs are fit",
            unfit.isEmpty() ? Outcome.PASSED : Outcome.ERROR,
            String.join("\n", unfit)));
    for (RegressionGate.Finding finding : compared.findings()) {
      cases.add(
          new Case(
              GROUP,
              finding.row().id(),
              outcome(finding, decided),
              ComparisonText.finding(finding)));
    }
    new JUnitReport(compared.a().name() + " → " + compared.b().name(), cases).write(file);
  }

  /** Writes the file of runs that cannot be compared. */
  public static void failed(String complaint, Path file) throws IOException {
    new JUnitReport("gate", List.of(new Case(GROUP, "runs are fit", Outcome.ERROR, complaint)))
        .write(file);
  }

  private static Outcome outcome(RegressionGate.Finding finding, boolean decided) {
    if (finding.outcome() == RegressionGate.Outcome.UNDECIDED) {
      return decided ? Outcome.FAILURE : Outcome.SKIPPED;
    }
    return finding.fails() ? Outcome.FAILURE : Outcome.PASSED;
  }
}

package io.stallmark.cli.compare;

import io.stallmark.report.LoadProgress;
import io.stallmark.report.Terminal;
import io.stallmark.result.RunDocument;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunReport;
import io.stallmark.run.document.RunFindings;
import java.util.HashSet;
import java.util.Set;

/** Prints the load, the warnings and the failure of one side of a duet, with its name before. */
final class DuetObserver extends LoadProgress {

  private final String side;
  private final Set<String> warnings = new HashSet<>();

  /**
   * @param side name of the side
   */
  DuetObserver(Terminal terminal, String side) {
    super(terminal, true);
    this.side = side + ": ";
  }

  @Override
  public void notice(String line) {
    terminal.notice(side + line);
  }

  @Override
  public void warning(String sentence) {
    if (warnings.add(sentence)) {
      terminal.warning(side + sentence);
    }
  }

  @Override
  public void verified(String sentence) {
    terminal.notice(side + sentence);
  }

  @Override
  public void prepared(RunJob job, RunFindings findings, RunDocument start) {
    findings.warnings().forEach(this::warning);
  }

  @Override
  public void finished(RunReport report) {
    failed(report.complaint());
  }

  /** Prints why the side failed; an empty text: it did not. */
  void failed(String complaint) {
    if (!complaint.isEmpty()) {
      terminal.error(side + complaint);
    }
  }
}

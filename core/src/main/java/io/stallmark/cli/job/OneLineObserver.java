package io.stallmark.cli.job;

import io.stallmark.report.LoadProgress;
import io.stallmark.report.Terminal;
import io.stallmark.report.text.Headline;
import io.stallmark.result.RunDocument;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunReport;
import io.stallmark.run.document.RunFindings;
import java.util.HashSet;
import java.util.Set;

/**
 * Prints one line for each of several runs, and each warning once. On an interactive terminal, the
 * progress of a load is shown too.
 */
final class OneLineObserver extends LoadProgress {

  private final Set<String> warnings = new HashSet<>();
  private String figures = "";

  OneLineObserver(Terminal terminal) {
    super(terminal, terminal.interactive());
  }

  /** Returns the result of the last run in a few words, and forgets it; empty: there is none. */
  String take() {
    String taken = figures;
    figures = "";
    return taken;
  }

  @Override
  public void warning(String sentence) {
    if (warnings.add(sentence)) {
      terminal.warning(sentence);
    }
  }

  @Override
  public void prepared(RunJob job, RunFindings findings, RunDocument start) {
    findings.warnings().forEach(this::warning);
  }

  @Override
  public void measured(RunReport.Measured measured) {
    figures = Headline.ofOne(measured.document(), measured.verdict().sound());
  }
}

package io.stallmark.cli.job;

import io.stallmark.report.LoadProgress;
import io.stallmark.report.Terminal;
import io.stallmark.report.text.LiveLines;
import io.stallmark.report.text.RunHeader;
import io.stallmark.report.text.SummaryText;
import io.stallmark.result.RunDocument;
import io.stallmark.result.TrustSummary;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.run.document.ResolvedRun;
import io.stallmark.run.document.RunFindings;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Prints the events of a run on the terminal. */
public final class TerminalObserver implements RunObserver {

  private final Terminal terminal;
  private final LoadProgress progress;
  private @Nullable LiveLines lines;

  public TerminalObserver(Terminal terminal) {
    this.terminal = terminal;
    progress = new LoadProgress(terminal);
  }

  @Override
  public void notice(String line) {
    terminal.notice(line);
  }

  @Override
  public void warning(String sentence) {
    terminal.warning(sentence);
  }

  @Override
  public void verified(String sentence) {
    terminal.result(sentence);
  }

  @Override
  public void workStarted(String what, long rows) {
    progress.workStarted(what, rows);
  }

  @Override
  public void workAdvanced(long rows) {
    progress.workAdvanced(rows);
  }

  @Override
  public void workFound(long rows) {
    progress.workFound(rows);
  }

  @Override
  public void workSilent(long seconds) {
    progress.workSilent(seconds);
  }

  @Override
  public void workEnded() {
    progress.workEnded();
  }

  @Override
  public void prepared(ResolvedRun run, RunFindings findings, RunDocument start) {
    RunHeader.lines(run, findings).forEach(terminal::result);
    findings.warnings().forEach(terminal::warning);
    lines = new LiveLines(terminal, run.plan().interval(), run.plan().roles());
  }

  @Override
  public void interval(LiveInterval interval) {
    if (lines != null) {
      lines.interval(interval.interval(), interval.stalled(), interval.health());
    }
  }

  @Override
  public void measured(RunReport.Measured measured) {
    TrustSummary trust = Objects.requireNonNull(measured.document().outcome().trust());
    trust.reasons().forEach(terminal::warning);
    trust.cautions().forEach(terminal::warning);
    SummaryText.lines(
            measured.run(),
            measured.document(),
            measured.verdict().sound(),
            measured.stalls().rates(),
            measured.directory())
        .forEach(terminal::result);
  }

  @Override
  public void finished(RunReport report) {
    if (!report.complaint().isEmpty()) {
      terminal.error(report.complaint());
    }
  }
}

package io.stallmark.cli.job;

import io.stallmark.report.LoadProgress;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.RunFindings;
import io.stallmark.report.Terminal;
import io.stallmark.report.text.LiveLines;
import io.stallmark.report.text.RunHeader;
import io.stallmark.report.text.SummaryText;
import io.stallmark.result.TrustSummary;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.tables.WorkProgress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Prints the events of a run on the terminal. */
public final class TerminalObserver implements RunObserver {

  private final Terminal terminal;
  private @Nullable LiveLines lines;

  public TerminalObserver(Terminal terminal) {
    this.terminal = terminal;
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
  public WorkProgress progress() {
    return new LoadProgress(terminal);
  }

  @Override
  public void prepared(ResolvedRun run, RunFindings findings) {
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
            measured.stalls(),
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

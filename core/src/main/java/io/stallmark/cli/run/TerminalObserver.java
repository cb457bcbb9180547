package io.stallmark.cli.run;

import io.stallmark.report.Findings;
import io.stallmark.report.Header;
import io.stallmark.report.LiveLines;
import io.stallmark.report.LoadProgress;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.Summary;
import io.stallmark.report.Terminal;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.tables.Progress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints a run on the terminal. */
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
  public Progress progress() {
    return new LoadProgress(terminal);
  }

  @Override
  public void prepared(ResolvedRun run, Findings findings) {
    Header.lines(run, findings).forEach(terminal::result);
    findings.warnings().forEach(terminal::warning);
    lines = new LiveLines(terminal, run.plan().interval());
  }

  @Override
  public void interval(LiveInterval interval) {
    if (lines != null) {
      lines.interval(interval.interval(), interval.stalled(), interval.strain());
    }
  }

  @Override
  public void measured(RunReport.Measured measured) {
    measured.judgement().trust().warnings().forEach(terminal::warning);
    List<String> warnings = new ArrayList<>(measured.findings().warnings());
    warnings.addAll(measured.judgement().trust().cautions());
    Summary.lines(
            measured.run(),
            measured.result(),
            measured.verdict(),
            measured.stalls(),
            measured.judgement(),
            warnings,
            measured.phases(),
            measured.directory(),
            measured.sizes(),
            measured.cost())
        .forEach(terminal::result);
  }

  @Override
  public void finished(RunReport report) {
    if (!report.complaint().isEmpty()) {
      terminal.error(report.complaint());
    }
  }
}

package io.stallmark.cli.job;

import io.stallmark.report.LoadProgress;
import io.stallmark.report.Terminal;
import io.stallmark.report.TrustCause;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.text.Headline;
import io.stallmark.report.text.LiveLines;
import io.stallmark.report.text.ProgressLines;
import io.stallmark.report.text.RunHeader;
import io.stallmark.report.text.ShortReport;
import io.stallmark.report.text.SummaryText;
import io.stallmark.result.RunDocument;
import io.stallmark.result.TrustSummary;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunReport;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spec.SpecEntries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Prints the events of a run on the terminal: the important ones, or all. */
public final class TerminalObserver extends LoadProgress {

  private final boolean verbose;
  private final boolean briefly;
  private final Map<String, ?> defaults;
  private final Set<String> warnings = new HashSet<>();
  private final List<String> lost = new ArrayList<>();
  private @Nullable LiveLines all;
  private @Nullable ProgressLines few;

  /** Prints the progress of commands that do not measure. */
  public TerminalObserver(Terminal terminal) {
    this(terminal, new OutputOptions(new SpecEntries(List.of())), Map.of());
  }

  /**
   * Prints the events of a run.
   *
   * @param defaults default values of the workload's settings
   */
  TerminalObserver(Terminal terminal, OutputOptions output, Map<String, ?> defaults) {
    super(terminal, true);
    verbose = output.verbose();
    briefly = output.briefly();
    this.defaults = Map.copyOf(defaults);
  }

  @Override
  public void notice(String line) {
    terminal.notice(line);
  }

  @Override
  public void warning(String sentence) {
    warnings.add(sentence);
    terminal.warning(sentence);
  }

  @Override
  public void verified(String sentence) {
    terminal.finding(sentence);
  }

  @Override
  public void prepared(RunJob job, RunFindings findings, RunDocument start) {
    (verbose ? RunHeader.lines(job, findings) : RunHeader.brief(job, findings, defaults))
        .forEach(terminal::result);
    findings.warnings().forEach(this::warning);
    if (verbose) {
      all = new LiveLines(terminal, job.plan().interval(), job.plan().roles());
    } else {
      few = new ProgressLines(terminal, job.plan());
    }
  }

  @Override
  public synchronized void workUnreturned(String code, long seconds) {
    super.workUnreturned(code, seconds);
    if (few != null) {
      few.unreturned();
    }
  }

  @Override
  public void interval(LiveInterval interval) {
    if (all != null) {
      all.interval(interval.interval(), interval.stalled(), interval.health());
    } else if (few != null) {
      few.interval(interval.interval(), interval.stalled(), interval.health());
    }
  }

  @Override
  public void rehearsed(LiveInterval interval) {
    LiveLines.line(interval.interval());
  }

  @Override
  public void measured(RunReport.Measured measured) {
    if (briefly) {
      String doubt = TrustCause.doubt(measured.document());
      terminal.document(
          Headline.of(measured.document(), measured.verdict().sound())
              + (doubt.isEmpty() ? "" : ". UNTRUSTED: " + doubt));
    }
    if (verbose) {
      TrustSummary trust = Objects.requireNonNull(measured.document().outcome().trust());
      trust.reasons().forEach(terminal::warning);
      trust.cautions().forEach(terminal::warning);
      SummaryText.lines(
              measured.job(),
              measured.document(),
              measured.verdict().sound(),
              measured.rates(),
              measured.directory())
          .forEach(terminal::result);
    } else {
      ShortReport.lines(
              measured.job(),
              measured.document(),
              measured.verdict().sound(),
              warnings,
              measured.rates())
          .forEach(terminal::result);
    }
    String missed = measured.document().outcome().missedLimits();
    terminal.said(missed.substring(missed.indexOf(':') + 1).strip());
  }

  /** Ends with the page, if it could be written, and the headline, where eyes are. */
  @Override
  public void finished(RunReport report) {
    RunReport.Measured measured = report.measured();
    if (measured != null) {
      print(measured);
    }
    lost.forEach(terminal::error);
    super.finished(report);
  }

  /** Receives a sentence about an output that could not be written, printed after the results. */
  void lost(String sentence) {
    lost.add(sentence);
  }

  List<String> lost() {
    return List.copyOf(lost);
  }

  private void print(RunReport.Measured measured) {
    Path page = measured.directory().resolve(ResultFiles.PAGE);
    if (Files.isRegularFile(page)) {
      terminal.result((verbose ? "  " : "Report: ") + page);
    }
    if (!verbose) {
      terminal.result(Headline.of(measured.document(), measured.verdict().sound()));
    }
  }
}

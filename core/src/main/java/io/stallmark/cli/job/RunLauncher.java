package io.stallmark.cli.job;

import io.stallmark.engine.RunFailure;
import io.stallmark.experiment.ExperimentDatabase;
import io.stallmark.experiment.run.PlannedRuns;
import io.stallmark.report.Terminal;
import io.stallmark.report.page.RunPage;
import io.stallmark.run.Benchmark;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunSpec;
import io.stallmark.spec.ListenAddress;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Executes runs and reports them on the terminal, until a signal stops them. */
public final class RunLauncher implements PlannedRuns {

  private final CommandContext program;
  private final Terminal terminal;
  private final InterruptHandler interruption;
  private final Logins logins;

  /** Finds the credentials of a database. */
  public interface Logins {
    Credentials of(ExperimentDatabase place) throws SpecException;
  }

  public RunLauncher(CommandContext program, Logins logins) {
    this.program = program;
    this.logins = logins;
    terminal = program.terminal();
    interruption = program.interruption();
  }

  @Override
  public boolean stopped() {
    return interruption.asked();
  }

  /** Executes a run. */
  public RunReport run(RunSpec spec, Credentials credentials)
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    List<RunObserver> observers =
        new ArrayList<>(List.of(interruption, new TerminalObserver(terminal)));
    ListenAddress address = spec.output().metrics();
    if (address != null) {
      observers.add(new MetricsObserver(address, terminal));
    }
    // last, so that a line is printed even if the disk is full
    observers.add(RunPage.withFiles(credentials.redactor(), terminal::warning));
    return new Benchmark(program.registry(), credentials)
        .run(spec, observers.toArray(RunObserver[]::new));
  }

  @Override
  public RunReport run(ExperimentDatabase place, RunSpec spec) {
    return attempted(() -> run(spec, login(place)));
  }

  @Override
  public RunReport drop(ExperimentDatabase place, RunSpec spec) {
    return attempted(
        () -> {
          int dropped =
              new Benchmark(program.registry(), login(place))
                  .drop(spec, interruption, new TerminalObserver(terminal));
          terminal.result("Dropped " + (dropped == 1 ? "1 table" : dropped + " tables"));
          return RunReport.NOTHING;
        });
  }

  @Override
  public void started(String run) {
    terminal.result(run);
  }

  @Override
  public void ended(String outcome) {
    if (!outcome.isEmpty()) {
      terminal.result(outcome);
    }
    terminal.result("");
  }

  @Override
  public void notice(String line) {
    terminal.notice(line);
  }

  @Override
  public void finished(SequenceReport report) {
    report.lines().forEach(terminal::result);
    report.warnings().forEach(terminal::warning);
    terminal.result("  all of it: " + report.directory());
    if (!report.complaint().isEmpty()) {
      terminal.error(report.complaint());
    }
  }

  private Credentials login(ExperimentDatabase place) throws SpecException {
    Credentials credentials = logins.of(place);
    program.keep(credentials.redactor());
    return credentials;
  }

  private RunReport attempted(Callable<RunReport> action) {
    Redactor before = terminal.redactor();
    try {
      return action.call();
    } catch (Exception | Error e) {
      return program.failed(e);
    } finally {
      terminal.keep(before);
    }
  }
}

package io.stallmark.cli.job;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.StartSignal;
import io.stallmark.experiment.ExperimentDatabase;
import io.stallmark.experiment.run.PlannedRuns;
import io.stallmark.report.Terminal;
import io.stallmark.report.metrics.LiveMetrics;
import io.stallmark.report.page.LivePage;
import io.stallmark.report.page.RunPage;
import io.stallmark.run.Benchmark;
import io.stallmark.run.Credentials;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.LoadGenerator;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunSpec;
import io.stallmark.spec.ListenAddress;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Executes runs and reports them on the terminal, until a signal stops them. */
public final class RunLauncher implements PlannedRuns {

  private final CommandContext program;
  private final Terminal terminal;
  private final InterruptHandler interruption;
  private final Logins logins;
  private final OutputOptions output;
  private final LoadGenerator.Factory generators;
  private final boolean verbose;
  private final OneLineObserver line;
  private String current = "";
  private @Nullable ListenAddress watched;

  /** Finds the credentials of a database. */
  public interface Logins {
    Credentials of(ExperimentDatabase place) throws SpecException;
  }

  /** Creates a launcher whose runs take place in this process. */
  public RunLauncher(CommandContext program, Logins logins, OutputOptions output) {
    this(program, logins, output, program.interruption(), null);
  }

  /**
   * @param cluster machines that generate the load of the runs; null: this process does
   */
  public RunLauncher(
      CommandContext program,
      Logins logins,
      OutputOptions output,
      InterruptHandler interruption,
      LoadCluster.@Nullable Opened cluster) {
    this.program = program;
    this.logins = logins;
    this.output = output;
    verbose = output.verbose();
    terminal = program.terminal();
    line = new OneLineObserver(terminal);
    this.interruption = interruption;
    generators = LoadCluster.generators(cluster, StartSignal.AT_ONCE);
  }

  /** Serves the pages of all runs live, each in its turn at the same URL. */
  public void watch() {
    watched = ListenAddress.ANY;
  }

  @Override
  public boolean stopped() {
    return interruption.asked();
  }

  /** Executes a single run. It fails if its page cannot be written. */
  public RunReport run(RunJob job, Credentials credentials)
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    TerminalObserver printer = full(job);
    RunReport report = run(job, credentials, printer, printer::lost);
    List<String> lost = printer.lost();
    return lost.isEmpty() ? report : report.with(lost.get(0));
  }

  private TerminalObserver full(RunJob job) {
    return new TerminalObserver(
        terminal, output, new SettingsReader(job.workload()).defaults().values());
  }

  private RunReport run(
      RunJob job, Credentials credentials, RunObserver printer, Consumer<String> lost)
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    List<RunObserver> observers = new ArrayList<>(List.of(interruption, printer));
    ListenAddress address = job.spec().find(RunOptions.METRICS);
    if (address != null) {
      observers.add(new LiveMetrics(address, terminal::notice));
    }
    // last, so that a line is printed even if the disk is full
    observers.add(RunPage.withFiles(credentials.redactor(), lost));
    if (watched != null) {
      LivePage page = new LivePage(watched, credentials.redactor());
      watched = page.open();
      terminal.notice("Watch the run at http://" + watched + "/");
      observers.add(page);
    }
    return new Benchmark(program.registry(), credentials, generators)
        .run(job, observers.toArray(RunObserver[]::new));
  }

  @Override
  public RunReport run(ExperimentDatabase place, RunSpec spec) {
    return attempted(
        () -> {
          Credentials credentials = login(place);
          RunJob job = RunJob.of(spec, program.registry(), credentials);
          return run(job, credentials, verbose ? full(job) : line, terminal::warning);
        });
  }

  @Override
  public RunReport drop(ExperimentDatabase place, RunSpec spec) {
    return attempted(
        () -> {
          RunObserver printer = verbose ? new TerminalObserver(terminal) : line;
          int dropped =
              new Benchmark(program.registry(), login(place)).drop(spec, interruption, printer);
          if (verbose) {
            terminal.result("Dropped " + (dropped == 1 ? "1 table" : dropped + " tables"));
          }
          return RunReport.NOTHING;
        });
  }

  @Override
  public void started(String run) {
    current = run;
    if (verbose) {
      terminal.result(run);
    } else {
      terminal.status(run);
    }
  }

  @Override
  public void ended(String outcome) {
    if (verbose) {
      if (!outcome.isEmpty()) {
        terminal.result(current + " " + outcome);
      }
      terminal.result("");
      return;
    }
    String figures = line.take();
    String result = outcome.isEmpty() ? figures : outcome;
    if (!result.isEmpty()) {
      terminal.result(current + ": " + result);
    }
  }

  @Override
  public void notice(String sentence) {
    terminal.notice(sentence);
  }

  @Override
  public void finished(SequenceReport report) {
    if (!verbose) {
      terminal.result("");
    }
    (verbose ? report.details() : report.lines()).forEach(terminal::result);
    report.warnings().forEach(terminal::warning);
    terminal.result("Results: " + report.directory());
    try {
      output.print(terminal, report.runs(), report.lines(), report.markdown());
    } catch (IOException e) {
      terminal.error(String.valueOf(e.getMessage()));
    }
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

package io.stallmark.cli;

import io.stallmark.cli.job.ClusterOptions;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.InterruptHandler;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.OptionEntries;
import io.stallmark.cli.job.OutputOptions;
import io.stallmark.cli.job.PasswordSource;
import io.stallmark.cli.job.RunLauncher;
import io.stallmark.engine.RunFailure;
import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.rate.RateFinder;
import io.stallmark.experiment.rate.RateLimit;
import io.stallmark.experiment.run.ExperimentDirectory;
import io.stallmark.experiment.run.RepeatedRun;
import io.stallmark.experiment.run.RunSequence;
import io.stallmark.report.Terminal;
import io.stallmark.run.Credentials;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.LoadGenerator;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunSpec;
import io.stallmark.run.RunSpecReader;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code stallmark run}: loads tables if needed, runs, reports, and saves all results. */
@Command(name = "run")
final class RunCommand implements Callable<Integer> {

  private static final int MOST_RUNS = 1000;

  /** Keys that differ between the runs of {@code --repeat}, or do not apply to them. */
  private static final Set<String> NOT_REPEATED =
      Set.of(
          SpecEntries.WORKLOAD,
          "url",
          "out",
          "spec",
          "password",
          "password-file",
          "repeat",
          "request-seed",
          "dry-run");

  private final CommandContext program;

  @Spec private CommandSpec command = CommandSpec.create();
  @Mixin JobOptions job = new JobOptions();
  @Mixin JobOptions.Threads threads = new JobOptions.Threads();

  @Mixin RunOptions options = new RunOptions();
  @Mixin ClusterOptions.OfRuns cluster = new ClusterOptions.OfRuns();
  @Mixin OutputOptions output = new OutputOptions();

  RunCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call()
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    output.apply(program.terminal());
    SpecEntries given = OptionEntries.withFile(command, program::resolve, this::check);
    Task task = task(given);
    Credentials credentials = PasswordSource.find(program, given);
    RunJob job = RunJob.of(task.spec, program.registry(), credentials);
    LoadCluster.Coordination several = cluster.coordination(program);
    if (several != null) {
      job.checkShared(several.agents());
    }
    if (given.flag("dry-run")) {
      RunSpecReader.check("--dry-run", !output.document(), "without --json, --csv and --markdown");
      int agents = several == null ? 0 : several.agents();
      new DryRun(program, job, task.repeat, task.limit, agents).print();
      return CommandContext.WELL;
    }
    InterruptHandler interruption = program.interruption();
    try (LoadCluster.Opened opened = cluster.open(program, interruption)) {
      RunLauncher launcher =
          new RunLauncher(
              program,
              place -> credentials,
              output,
              interruption,
              opened == null ? LoadGenerator.inThisProcess() : opened);
      return execute(given, task, job, credentials, launcher, several);
    }
  }

  private int execute(
      SpecEntries given,
      Task task,
      RunJob job,
      Credentials credentials,
      RunLauncher launcher,
      LoadCluster.@Nullable Coordination several)
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    if (task.limit != null) {
      String label = job.workload().name() + "-" + job.binding().name();
      RunSpec first = task.spec.to(several(given, label + "-" + task.limit.percentile()));
      return new RateFinder(first, task.limit, launcher).run().exit().code();
    }
    if (task.repeat > 1) {
      return repeated(given, job, task.repeat, launcher, several);
    }
    RunReport report = launcher.run(task.spec, credentials);
    output.print(program.terminal(), report.directory());
    return report.exit().code();
  }

  /**
   * The requested task.
   *
   * @param spec specification of the run, or of the first trial
   * @param repeat number of runs
   * @param limit limit of a search for a rate; null: no search
   */
  private record Task(RunSpec spec, int repeat, @Nullable RateLimit limit) {}

  private Task task(SpecEntries given) throws SpecException {
    RateLimit limit = given.value("find-rate", RateLimit::parse);
    int repeat = given.value("repeat", Quantity::integer, 1);
    boolean keep = given.flag("keep");
    if (limit != null) {
      RunSpecReader.check("--find-rate", repeat == 1, "given without --repeat");
      RunSpecReader.check(
          "--find-rate",
          !given.flag("require-trusted"),
          "given without --require-trusted: a rate is found only by trusted trials");
      boolean counted = given.value("events", Quantity::count, 0L) != 0;
      RunSpecReader.check("--find-rate", !counted, "given without --events: trials take a time");
      RunSpecReader.check("--find-rate", !keep, "given without --keep: a trial would find tables");
    }
    RunSpec spec = program.reader().read(limit == null ? given : RateFinder.firstTrial(given));
    RunSpecReader.check("--repeat", repeat >= 1 && repeat <= MOST_RUNS, "within 1 and 1000");
    RunSpecReader.check(
        "--repeat", repeat == 1 || !keep, "1 with --keep: each run would find tables");
    if (limit != null) {
      limit.check(spec.load().rates().first(), spec.load().duration());
    }
    return new Task(spec, repeat, limit);
  }

  /**
   * Checks that the entries specify a valid run. If they contain a URL, also checks that the most
   * capable server that the binding supports could execute it.
   */
  private void check(SpecEntries given) throws SpecException {
    RunSpec spec = task(given).spec;
    if (given.has("url")) {
      RunJob.of(spec, program.registry(), PasswordSource.unasked(program, given)).atBest();
    }
  }

  private int repeated(
      SpecEntries given,
      RunJob job,
      int times,
      RunLauncher launcher,
      LoadCluster.@Nullable Coordination several)
      throws SpecException, IOException {
    Terminal terminal = program.terminal();
    List<String> arguments =
        new ArrayList<>(
            new SpecEntries(List.of())
                .with(SpecEntries.WORKLOAD, job.workload().name())
                .with("url", job.spec().server().url())
                .with(given.without(NOT_REPEATED).all())
                .arguments(OptionEntries.flags(command)));
    if (several != null) {
      arguments.addAll(several.options());
    }
    ExperimentPlan plan = RepeatedRun.plan(program.registry(), job.spec(), arguments, times);
    Path directory = several(given, job.workload().name() + "-" + job.binding().name());
    job.warnings().forEach(terminal::warning);
    try (ExperimentDirectory results =
        ExperimentDirectory.open(directory, plan, terminal.redactor())) {
      return new RunSequence(launcher, plan, results, terminal.redactor()).run().exit().code();
    }
  }

  /** Returns the directory for the results of several runs. */
  private Path several(SpecEntries given, String label) {
    String out = given.text("out");
    return program.resolve(out == null ? RunSequence.directory(label) : Path.of(out));
  }
}

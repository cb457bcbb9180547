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
import io.stallmark.experiment.run.RunSequence;
import io.stallmark.report.Terminal;
import io.stallmark.run.Credentials;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunSpec;
import io.stallmark.run.SpecFile;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spec.YamlNode;
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
  @Mixin CommandSpec job = JobOptions.ofJob();
  @Mixin CommandSpec threads = JobOptions.of(RunOptions.THREADS);
  @Mixin CommandSpec options = JobOptions.ofRun();
  @Mixin CommandSpec machines = ClusterOptions.ofRuns();
  @Mixin OutputOptions output = new OutputOptions();

  RunCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call()
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    output.apply(program.terminal());
    Task task = task();
    SpecEntries given = task.given;
    Credentials credentials = PasswordSource.find(program, given);
    RunJob job = RunJob.of(task.spec, program.registry(), credentials);
    ClusterOptions cluster = ClusterOptions.of(command);
    LoadCluster.Coordination several = cluster.coordination(program);
    if (several != null) {
      job.checkShared(several.agents());
    }
    if (given.flag("dry-run")) {
      SpecOption.check("--dry-run", !output.document(), "without --json, --csv and --markdown");
      int agents = several == null ? 0 : several.agents();
      new DryRun(program, job, task.repeat, task.limit, agents).print();
      return CommandContext.WELL;
    }
    InterruptHandler interruption = program.interruption();
    try (LoadCluster.Opened opened = cluster.open(program, interruption)) {
      RunLauncher launcher =
          new RunLauncher(program, place -> credentials, output, interruption, opened);
      return execute(task, job, credentials, launcher, several);
    }
  }

  private int execute(
      Task task,
      RunJob job,
      Credentials credentials,
      RunLauncher launcher,
      LoadCluster.@Nullable Coordination several)
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    if (task.limit != null) {
      String label = job.workload().name() + "-" + job.binding().name();
      RunSpec first = task.spec.to(several(task.given, label + "-" + task.limit.percentile()));
      return new RateFinder(first, task.limit, launcher).run().exit().code();
    }
    if (task.repeat > 1) {
      return repeated(task.given, job, task.repeat, launcher, several);
    }
    RunReport report = launcher.run(task.spec, credentials);
    output.print(program.terminal(), report.directory());
    return report.exit().code();
  }

  /**
   * The requested task.
   *
   * @param given options of the command line and of the file that it names
   * @param spec specification of the run, or of the first trial
   * @param repeat number of runs
   * @param limit limit of a search for a rate; null: no search
   */
  private record Task(SpecEntries given, RunSpec spec, int repeat, @Nullable RateLimit limit) {}

  private Task task() throws SpecException {
    SpecEntries line = OptionEntries.of(command);
    String file = RunOptions.SPEC.read(line);
    if (file == null) {
      return task(line);
    }
    List<SpecOption<?>> options = new ArrayList<>(RunOptions.ALL);
    options.remove(RunOptions.SPEC);
    YamlNode content = YamlNode.read(Path.of(file), program.resolve(Path.of(file)));
    return new SpecFile<>(options, this::checked).read(content, line);
  }

  private Task task(SpecEntries given) throws SpecException {
    RateLimit limit = given.value("find-rate", RateLimit::parse);
    int repeat = RunOptions.REPEAT.required(given);
    boolean keep = given.flag("keep");
    if (limit != null) {
      SpecOption.check("--find-rate", repeat == 1, "given without --repeat");
      SpecOption.check(
          "--find-rate",
          !given.flag("require-trusted"),
          "given without --require-trusted: a rate is found only by trusted trials");
      boolean counted = RunOptions.EVENTS.required(given) != 0;
      SpecOption.check("--find-rate", !counted, "given without --events: trials take a time");
      SpecOption.check("--find-rate", !keep, "given without --keep: a trial would find tables");
    }
    RunSpec spec = program.reader().read(limit == null ? given : RateFinder.firstTrial(given));
    SpecOption.check("--repeat", repeat == 1 || !keep, "1 with --keep: each run would find tables");
    if (limit != null) {
      limit.check(spec.get(RunOptions.RATE).first(), spec.duration());
    }
    return new Task(given, spec, repeat, limit);
  }

  /**
   * Returns the task of a file. If there is a URL, also checks that the most capable server that
   * the binding supports could execute it.
   */
  private Task checked(SpecEntries given) throws SpecException {
    Task task = task(given);
    if (given.has("url")) {
      RunJob.of(task.spec, program.registry(), PasswordSource.unasked(program, given)).atBest();
    }
    return task;
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
                .with("url", job.spec().url())
                .with(
                    given
                        .without(NOT_REPEATED)
                        .without(ClusterOptions.KEYS)
                        .without(OutputOptions.KEYS)
                        .all())
                .arguments(RunOptions.FLAGS));
    if (several != null) {
      arguments.addAll(several.options());
    }
    ExperimentPlan plan = ExperimentPlan.repeated(program.registry(), job.spec(), arguments, times);
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

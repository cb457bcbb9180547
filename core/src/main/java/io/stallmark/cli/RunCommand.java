package io.stallmark.cli;

import io.stallmark.cli.job.ClusterOptions;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.InterruptHandler;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.OutputOptions;
import io.stallmark.cli.job.PasswordSource;
import io.stallmark.cli.job.RunLauncher;
import io.stallmark.engine.RunFailure;
import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.rate.RateFinder;
import io.stallmark.experiment.rate.RateLimit;
import io.stallmark.experiment.run.ExperimentDirectory;
import io.stallmark.experiment.run.RunSequence;
import io.stallmark.report.JUnitReport;
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
import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code stallmark run}: loads tables if needed, runs, reports, and saves all results. */
final class RunCommand extends DeclaredCommand {

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
          "dry-run",
          "watch");

  private static final SpecOption<Path> JUNIT = SpecOption.path("junit", "FILE");
  private static final SpecOption<Boolean> WATCH = SpecOption.flag("watch");
  private static final String ALLOW_UNTRUSTED = "allow-untrusted";

  RunCommand(CommandContext program) {
    super(
        program,
        JobOptions.ofJob(),
        JobOptions.of(RunOptions.THREADS),
        JobOptions.ofRun(),
        JobOptions.of(WATCH, JUNIT, SpecOption.flag(ALLOW_UNTRUSTED)),
        ClusterOptions.ofRuns(),
        OutputOptions.options());
  }

  @Override
  protected int execute(SpecEntries line)
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    OutputOptions output = new OutputOptions(line);
    output.apply(program.terminal());
    Task task = whole(line);
    SpecEntries given = task.given;
    Credentials credentials = PasswordSource.find(program, given);
    RunJob job = RunJob.of(task.spec, program.registry(), credentials);
    ClusterOptions cluster = new ClusterOptions(line);
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
      if (WATCH.required(line)) {
        launcher.watch();
      }
      String label = job.label();
      if (task.limit != null) {
        RunSpec first = task.spec.to(several(given, label + "-" + task.limit.percentile()));
        boolean untrusted = given.flag(ALLOW_UNTRUSTED);
        return new RateFinder(first, task.limit, untrusted, launcher).run().exit().code();
      }
      if (task.repeat > 1) {
        ExperimentPlan plan = repeated(given, job, task.repeat, several);
        return repeat(plan, several(given, label), job, launcher);
      }
      RunReport report = launcher.run(job, credentials);
      output.print(program.terminal(), report.directory());
      junit(task.given, report);
      return report.exit().code();
    }
  }

  private void junit(SpecEntries given, RunReport report) throws SpecException, IOException {
    Path file = JUNIT.read(given);
    if (file != null && report.measured() != null) {
      try {
        JUnitReport.of(report.measured().document()).write(program.resolve(file));
      } catch (IOException e) {
        throw new IOException(file + " cannot be written: " + FileTrouble.reason(e), e);
      }
    }
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

  private Task whole(SpecEntries line) throws SpecException {
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
    SpecOption.check(
        "--" + ALLOW_UNTRUSTED,
        limit != null || !given.flag(ALLOW_UNTRUSTED),
        "given with --find-rate");
    SpecOption.check(
        "--junit",
        !given.has("junit") || (limit == null && repeat == 1),
        "given without --repeat and --find-rate: it has the outcome of one run");
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
      RunJob.of(task.spec, program.registry(), PasswordSource.unasked(program, given)).bestCase();
    }
    return task;
  }

  private ExperimentPlan repeated(
      SpecEntries given, RunJob job, int times, LoadCluster.@Nullable Coordination several)
      throws SpecException {
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
    return ExperimentPlan.repeated(program.registry(), job.spec(), arguments, times);
  }

  private int repeat(ExperimentPlan plan, Path directory, RunJob job, RunLauncher launcher)
      throws SpecException, IOException {
    Terminal terminal = program.terminal();
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

package io.stallmark.cli.run;

import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.Program;
import io.stallmark.cli.job.Request;
import io.stallmark.cli.load.LoadOptions;
import io.stallmark.engine.RunFailure;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RateLimit;
import io.stallmark.plan.RunPlan;
import io.stallmark.report.RunSpec;
import io.stallmark.spec.Pairs;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Workload;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code stallmark run}: load if needed, run, report, save the evidence. */
@Command(
    name = "run",
    header = "Runs a workload against a database and measures it.",
    description = {
      "",
      "Loads the workload's tables when they are absent, goes on with a load of them that ended"
          + " early, checks their shape and row counts when they are there, runs, prints a line every interval and a summary at the end, and saves"
          + " everything in a directory of its own. It never drops a table that it did not make.",
      "",
      "Results go to standard output; progress, warnings and errors to standard error."
    },
    footer = {
      "",
      "Examples:",
      "  stallmark run sysbench",
      "  stallmark run sysbench --url mysql://bench@db1:3306/test --threads 16 --seconds 60",
      "  stallmark run sysbench --url mongodb://db2/test -p tables=16 -p rows=10M",
      "  stallmark run sysbench --rate 500 --arrivals poisson --warmup 10",
      "  stallmark run --spec docs/run.yaml --threads 16 --dry-run",
      ""
    })
public final class RunCommand implements Callable<Integer> {

  private final Program program;

  @Spec private CommandSpec command = CommandSpec.create();
  @Mixin private JobOptions job = new JobOptions();
  @Mixin private JobOptions.Threads threads = new JobOptions.Threads();

  @ArgGroup(validate = false, heading = "%nRun:%n", order = 3)
  private RunOptions options = new RunOptions();

  @ArgGroup(validate = false, heading = "%nLoad:%n", order = 4)
  private LoadOptions load = new LoadOptions();

  public RunCommand(Program program) {
    this.program = program;
  }

  @Override
  public Integer call()
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    Instant start = Instant.now();
    Workload workload = Request.workload(program.registry(), job.workload);
    RunPlan plan = plan(workload);
    Request request = Request.of(program, job, plan.threads()).with(plan.phases(), job);
    RunSpec spec =
        new RunSpec(
            start,
            request.workload().name(),
            request.binding().name(),
            request.target(),
            plan,
            request.settings(),
            request.storage(),
            options.cache,
            options.stalls());
    RateLimit limit = load.findRate();
    if (options.dryRun) {
      new DryRun(program, request, spec, options, limit).print();
      return Program.WELL;
    }
    if (limit != null) {
      return RateFinder.of(program, request, command.commandLine().getParseResult(), plan, limit)
          .run();
    }
    if (options.repeat > 1) {
      ParseResult parsed = command.commandLine().getParseResult();
      return new RepeatedRun(program, request, parsed, plan.requestSeed()).run(options.repeat);
    }
    return new OneRun(program, options, request, spec).run();
  }

  private RunPlan plan(Workload workload) throws SpecException {
    options.check(load.findRate() != null);
    int most = threads.of(workload);
    List<Phase> phases = load.phases(most, workload);
    Pacing pacing = load.pacing(program::resolve, phases);
    RunPlan plan = options.plan(most, job.work.seed, pacing, phases);
    RateLimit limit = load.findRate();
    if (limit != null && pacing instanceof Pacing.OpenLoop open) {
      limit.check(open.rates().first(), plan.duration());
    }
    return plan;
  }

  /** Whether the options can be, as far as that shows without a database. */
  void check() throws SpecException {
    Workload workload = Request.workload(program.registry(), job.workload);
    RunPlan plan = plan(workload);
    options.stalls();
    Request.settings(workload, job);
    Request.phases(workload, plan.phases(), job);
    Pairs.parseLists("--storage", job.database.storage);
  }

  /** Whether the database can be, if they name one, and the best of its kind could do all this. */
  void checkDatabase() throws SpecException {
    if (job.database.url != null) {
      RunPlan plan = plan(Request.workload(program.registry(), job.workload));
      Request.unasked(program, job, plan.threads()).with(plan.phases(), job).atBest();
    }
  }
}

package io.stallmark.cli;

import io.stallmark.analysis.Verdict;
import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.cost.CostWatch;
import io.stallmark.analysis.cost.gauge.Gauges;
import io.stallmark.analysis.counters.CounterWatch;
import io.stallmark.analysis.stall.StallReport;
import io.stallmark.analysis.stall.StallWatch;
import io.stallmark.analysis.trust.Trust;
import io.stallmark.analysis.trust.TrustWatch;
import io.stallmark.cli.load.LoadOptions;
import io.stallmark.cli.signal.Interruption;
import io.stallmark.engine.Clock;
import io.stallmark.engine.Measurement;
import io.stallmark.engine.RunFailure;
import io.stallmark.engine.RunResult;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RateLimit;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.IntervalListener;
import io.stallmark.record.Kind;
import io.stallmark.report.CostLog;
import io.stallmark.report.Findings;
import io.stallmark.report.Header;
import io.stallmark.report.Host;
import io.stallmark.report.LiveLines;
import io.stallmark.report.ResultFiles;
import io.stallmark.report.RunSpec;
import io.stallmark.report.SizeLog;
import io.stallmark.report.Summary;
import io.stallmark.report.Terminal;
import io.stallmark.report.metrics.Metrics;
import io.stallmark.report.page.ReportPage;
import io.stallmark.report.phase.PhaseLines;
import io.stallmark.report.trust.Judgement;
import io.stallmark.spec.Pairs;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Facts;
import io.stallmark.spi.workload.Workload;
import io.stallmark.tables.OwnTables;
import io.stallmark.tables.Proof;
import io.stallmark.tables.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
final class RunCommand implements Callable<Integer> {

  private final Program program;

  @Spec private CommandSpec command = CommandSpec.create();
  @Mixin private JobOptions job = new JobOptions();
  @Mixin private JobOptions.Threads threads = new JobOptions.Threads();

  @ArgGroup(validate = false, heading = "%nRun:%n", order = 3)
  private RunOptions options = new RunOptions();

  @ArgGroup(validate = false, heading = "%nLoad:%n", order = 4)
  private LoadOptions load = new LoadOptions();

  RunCommand(Program program) {
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
            options.stalls());
    if (options.dryRun) {
      new DryRun(program, request, spec, options).print();
      return Program.WELL;
    }
    RateLimit limit = load.findRate();
    if (limit != null) {
      return RateFinder.of(program, request, command.commandLine().getParseResult(), plan, limit)
          .run();
    }
    if (options.repeat > 1) {
      return new RepeatedRun(program, request, command.commandLine().getParseResult())
          .run(options.repeat);
    }
    Interruption interruption = program.interruption();
    Future<Host> host = Host.look();
    try (ResultFiles files =
            ResultFiles.create(program.resolve(options.out), spec, program.terminal().redactor());
        Metrics metrics = metrics(spec)) {
      interruption.atLast(files::abandon);
      try (Opened opened = Opened.open(request, program.terminal(), interruption);
          OwnTables own = new OwnTables(tables(opened), files.directory())) {
        if (options.fresh) {
          own.claim(options.keep);
        }
        prepare(opened);
        interruption.stop().check();
        opened.tables().begin();
        Findings findings = findings(request, opened);
        files.begin(findings, host(host));
        return measure(spec, findings, opened, interruption, files, metrics);
      } finally {
        page(files);
      }
    }
  }

  /** They are there before the load begins, which may take longer than the run. */
  private Metrics metrics(RunSpec spec) throws IOException {
    Metrics metrics = Metrics.open(options.metrics, spec);
    if (metrics.url() != null) {
      program.terminal().notice("Metrics at " + metrics.url());
    }
    return metrics;
  }

  /**
   * Whatever ended the run, what it measured has a page. One that cannot be written fails no run.
   */
  private void page(ResultFiles files) {
    if (files.measured()) {
      Path page = files.directory().resolve(ResultFiles.PAGE);
      try {
        ReportPage.write(files.directory(), page);
      } catch (IOException e) {
        program.terminal().warning("There is no page of this run: " + e.getMessage());
      } catch (RuntimeException e) {
        program.terminal().warning("There is no page of this run. " + Program.defect(e));
      }
    }
  }

  private RunPlan plan(Workload workload) throws SpecException {
    options.check(load.findRate() != null);
    int most = threads.of(workload);
    List<Phase> phases = load.phases(most, workload);
    Pacing pacing = load.pacing(program::resolve, phases);
    return options.plan(most, job.work.seed, pacing, phases);
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

  /** Loads what is absent, checks the rows of what is there. */
  private void prepare(Opened opened) throws DbException, RunFailure, InterruptedException {
    Tables tables = tables(opened);
    if (!opened.load(tables)) {
      tables.checkRows();
    } else if (options.verify) {
      opened.verify(tables).forEach(program.terminal()::notice);
    }
  }

  private Tables tables(Opened opened) {
    return options.fresh ? opened.tables().passing() : opened.tables();
  }

  private static Findings findings(Request request, Opened opened) throws DbException {
    Facts facts = opened.database().facts();
    List<String> warnings = new ArrayList<>(request.warnings());
    warnings.addAll(facts.warnings());
    warnings.addAll(opened.scenario().warnings());
    String refusal = CounterWatch.refusal(opened.database());
    if (refusal != null) {
      warnings.add(refusal);
    }
    List<Kind> kinds = Measurement.kindsOf(opened.scenario(), opened.database());
    return new Findings(facts, kinds, warnings);
  }

  private static Host host(Future<Host> looking) throws InterruptedException {
    try {
      return looking.get();
    } catch (ExecutionException e) {
      return Host.unknown();
    }
  }

  private int measure(
      RunSpec spec,
      Findings findings,
      Opened opened,
      Interruption interruption,
      ResultFiles files,
      Metrics metrics)
      throws DbException, IOException, InterruptedException {
    Terminal terminal = program.terminal();
    Header.lines(spec, findings).forEach(terminal::result);
    findings.warnings().forEach(terminal::warning);
    if (spec.plan().warmup() > 0) {
      terminal.notice("Warming up");
    }
    metrics.phase(spec.plan().warmup() > 0 ? Metrics.Phase.WARMING_UP : Metrics.Phase.MEASURING);
    metrics.kinds(findings.kinds());
    LiveLines live = new LiveLines(terminal, spec.plan().interval());
    List<String> kinds = findings.kinds().stream().map(Kind::name).toList();
    try (CounterWatch counters = CounterWatch.of(opened.database());
        CostLog log = new CostLog(files.directory())) {
      Gauges gauges = Gauges.of(opened.database(), options.nodeExporter);
      CostWatch cost = new CostWatch(gauges.list(), log, gauges.notes());
      StallWatch stalls = new StallWatch(spec.stalls(), kinds, counters, files);
      TrustWatch trust = new TrustWatch(spec.plan());
      IntervalListener all = new RunWatch(trust, files, stalls, cost, live, metrics);
      Measurement measurement =
          new Measurement(
              spec.plan(),
              opened.scenario(),
              opened.database(),
              interruption.stop(),
              Clock.SYSTEM,
              all);
      Step<RunResult> run =
          () -> {
            RunResult came = measurement.run();
            cost.over(); // before anything else is asked of the server
            return came;
          };
      RunResult result = saved(files, () -> sized(run, spec.plan(), opened, files));
      CostReport costs =
          CostReport.of(
              cost.finish(), cost.notes(), opened.scenario(), result, files.sizes().get("end"));
      Judgement judgement =
          new Judgement(Trust.of(result, trust.report()), files.steady(trust.steady(), result));
      StallReport found = saved(files, stalls::finish);
      Verdict own = Verdict.of(result, spec.plan().allowedErrors());
      Verdict verdict = saved(files, () -> verified(opened, files, result, own));
      return report(spec, findings, files, result, verdict, found, judgement, costs);
    }
  }

  /** What to think of a run whose tables are to be right after it. */
  private Verdict verified(Opened opened, ResultFiles files, RunResult result, Verdict verdict) {
    if (!options.verify || result.interrupted() || result.aborted() != null) {
      return verdict;
    }
    try {
      Proof proof = opened.prove(tables(opened));
      proof.sentences().forEach(program.terminal()::result);
      files.verified(proof);
      return proof.holds() ? verdict : verdict.failed(proof.failure());
    } catch (InterruptedException e) {
      return verdict.interrupted("Interrupted while the tables were verified.");
    }
  }

  private int report(
      RunSpec spec,
      Findings findings,
      ResultFiles files,
      RunResult result,
      Verdict verdict,
      StallReport stalls,
      Judgement trust,
      CostReport cost)
      throws IOException {
    Terminal terminal = program.terminal();
    trust.trust().warnings().forEach(terminal::warning);
    List<String> warnings = new ArrayList<>(findings.warnings());
    warnings.addAll(trust.trust().cautions());
    Summary.lines(
            spec, result, verdict, stalls, trust, warnings, files.directory(), files.sizes(), cost)
        .forEach(terminal::result);
    PhaseLines.of(files.phases()).forEach(terminal::result);
    files.cost(cost);
    files.complete(result, verdict, stalls, trust);
    return code(terminal, result, verdict);
  }

  private interface Step<T> {
    T take() throws DbException, IOException, InterruptedException;
  }

  /** Whatever ends a run, its files say so. */
  private static <T> T saved(ResultFiles files, Step<T> step)
      throws DbException, IOException, InterruptedException {
    try {
      return step.take();
    } catch (IOException e) {
      files.fail(String.valueOf(e.getMessage()));
      throw e;
    } catch (RuntimeException | Error e) {
      files.fail(Program.defect(e));
      throw e;
    }
  }

  /** Runs, and watches meanwhile how the tables grow. */
  private static RunResult sized(
      Step<RunResult> run, RunPlan plan, Opened opened, ResultFiles files)
      throws DbException, IOException, InterruptedException {
    long origin = System.nanoTime() + plan.warmup();
    try (SizeLog sizes = new SizeLog(files.directory(), opened::size, origin, plan.interval())) {
      RunResult result = run.take();
      if (result.aborted() == null && !result.interrupted()) {
        sizes.end();
      }
      files.size(sizes.first(), sizes.last());
      return result;
    }
  }

  private static int code(Terminal terminal, RunResult result, Verdict verdict) {
    if (verdict.state() != Verdict.State.COMPLETED) {
      terminal.error(verdict.reason());
    }
    DbException aborted = result.aborted();
    return switch (verdict.state()) {
      case COMPLETED -> Program.WELL;
      case INTERRUPTED -> Program.INTERRUPTED;
      case FAILED ->
          aborted == null || aborted.kind() == DbException.Kind.FATAL
              ? Program.FAILED
              : Program.REFUSED;
    };
  }
}

package io.stallmark.cli.run;

import io.stallmark.analysis.Verdict;
import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.CostWatch;
import io.stallmark.analysis.cost.Stored;
import io.stallmark.analysis.cost.gauge.Gauges;
import io.stallmark.analysis.counters.CounterWatch;
import io.stallmark.analysis.stall.StallReport;
import io.stallmark.analysis.stall.StallWatch;
import io.stallmark.analysis.trust.Trust;
import io.stallmark.analysis.trust.TrustWatch;
import io.stallmark.cli.job.Opened;
import io.stallmark.cli.job.Program;
import io.stallmark.engine.Clock;
import io.stallmark.engine.Measurement;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.Stop;
import io.stallmark.record.IntervalListener;
import io.stallmark.record.Kind;
import io.stallmark.report.Findings;
import io.stallmark.report.Header;
import io.stallmark.report.LiveLines;
import io.stallmark.report.RunSpec;
import io.stallmark.report.Summary;
import io.stallmark.report.Terminal;
import io.stallmark.report.file.CostLog;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.file.SizeLog;
import io.stallmark.report.metrics.Metrics;
import io.stallmark.report.trust.Judgement;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableSize;
import io.stallmark.tables.Proof;
import io.stallmark.tables.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The measured part of a run, on tables that are ready, and what is said of it. Used once. */
final class Measuring {

  private final Terminal terminal;
  private final RunOptions options;
  private final RunSpec spec;
  private final Opened opened;
  private final Tables tables;
  private final ResultFiles files;
  private final Findings findings;

  Measuring(
      Terminal terminal,
      RunOptions options,
      RunSpec spec,
      Opened opened,
      Tables tables,
      ResultFiles files,
      Findings findings) {
    this.terminal = terminal;
    this.options = options;
    this.spec = spec;
    this.opened = opened;
    this.tables = tables;
    this.files = files;
    this.findings = findings;
  }

  /** Returns the exit code. */
  int run(Metrics metrics, Stop stop) throws DbException, IOException, InterruptedException {
    announce(metrics);
    LiveLines live = new LiveLines(terminal, spec.plan().interval());
    List<String> kinds = findings.kinds().stream().map(Kind::name).toList();
    try (CounterWatch counters = CounterWatch.of(opened.database());
        CostLog log = new CostLog(files.directory())) {
      Gauges gauges = Gauges.of(opened.database(), options.nodeExporter);
      CostRow.Listener told =
          row -> {
            metrics.cost(row);
            log.row(row);
          };
      CostWatch cost =
          new CostWatch(gauges.list(), told, gauges.notes(), opened.scenario(), findings.kinds());
      StallWatch stalls = new StallWatch(spec.stalls(), kinds, counters, files);
      TrustWatch trust = new TrustWatch(spec.plan(), gauges.server());
      IntervalListener all = new RunWatch(trust, files, stalls, cost, live, metrics);
      Measurement measurement =
          new Measurement(
              spec.plan(), opened.scenario(), opened.database(), stop, Clock.SYSTEM, all);
      Step<RunResult> run =
          () -> {
            RunResult came = measurement.run();
            cost.over(); // before anything else is asked of the server
            return came;
          };
      RunResult result = saved(() -> sized(run, metrics));
      CostReport costs =
          CostReport.of(
              cost.finish(), cost.notes(), opened.scenario(), result, files.sizes().get("end"));
      Judgement judgement =
          new Judgement(Trust.of(result, trust.report()), files.steady(trust.steady(), result));
      StallReport found = saved(stalls::finish);
      Verdict own = Verdict.of(result, spec.plan().allowedErrors());
      Verdict verdict = saved(() -> verified(result, own));
      report(result, verdict, found, judgement, costs);
      return code(result, verdict);
    }
  }

  private void announce(Metrics metrics) {
    Header.lines(spec, findings).forEach(terminal::result);
    findings.warnings().forEach(terminal::warning);
    if (spec.plan().warmup() > 0) {
      terminal.notice("Warming up");
    }
    metrics.phase(spec.plan().warmup() > 0 ? Metrics.Phase.WARMING_UP : Metrics.Phase.MEASURING);
    metrics.kinds(findings.kinds());
  }

  /** Measures, and watches meanwhile how the tables grow. */
  private RunResult sized(Step<RunResult> run, Metrics metrics)
      throws DbException, IOException, InterruptedException {
    long interval = spec.plan().interval();
    long origin = System.nanoTime() + spec.plan().warmup();
    try (SizeLog sizes =
        new SizeLog(
            files.directory(), opened::size, size -> stored(size, metrics), origin, interval)) {
      RunResult result = run.take();
      if (result.aborted() == null && !result.interrupted()) {
        sizes.end();
      }
      files.size(sizes.first(), sizes.last());
      return result;
    }
  }

  private Stored stored(TableSize size, Metrics metrics) {
    Stored stored = Stored.of(opened.scenario(), size);
    metrics.stored(stored);
    return stored;
  }

  /** What to think of a run whose tables are to be right after it. */
  private Verdict verified(RunResult result, Verdict verdict) {
    if (!options.verify || result.interrupted() || result.aborted() != null) {
      return verdict;
    }
    try {
      Proof proof = opened.prove(tables);
      proof.sentences().forEach(terminal::result);
      files.verified(proof);
      return proof.holds() ? verdict : verdict.failed(proof.failure());
    } catch (InterruptedException e) {
      return verdict.interrupted("Interrupted while the tables were verified.");
    }
  }

  private void report(
      RunResult result, Verdict verdict, StallReport stalls, Judgement trust, CostReport cost)
      throws IOException {
    trust.trust().warnings().forEach(terminal::warning);
    List<String> warnings = new ArrayList<>(findings.warnings());
    warnings.addAll(trust.trust().cautions());
    Summary.lines(
            spec,
            result,
            verdict,
            stalls,
            trust,
            warnings,
            files.phases(),
            files.directory(),
            files.sizes(),
            cost)
        .forEach(terminal::result);
    files.cost(cost);
    files.complete(result, verdict, stalls, trust);
  }

  private interface Step<T> {
    T take() throws DbException, IOException, InterruptedException;
  }

  /** Whatever ends a run, its files say so. */
  private <T> T saved(Step<T> step) throws DbException, IOException, InterruptedException {
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

  private int code(RunResult result, Verdict verdict) {
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

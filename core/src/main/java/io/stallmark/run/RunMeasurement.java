package io.stallmark.run;

import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.CostWatch;
import io.stallmark.analysis.cost.LogicalBytes;
import io.stallmark.analysis.cost.SizeWatch;
import io.stallmark.analysis.cost.probe.ResourceProbes;
import io.stallmark.analysis.counters.CounterWatch;
import io.stallmark.analysis.stall.Dip;
import io.stallmark.analysis.stall.Stall;
import io.stallmark.analysis.stall.StallReport;
import io.stallmark.analysis.stall.StallWatch;
import io.stallmark.analysis.stall.StalledRole;
import io.stallmark.analysis.trust.TrustVerdict;
import io.stallmark.analysis.trust.TrustWatch;
import io.stallmark.engine.Clock;
import io.stallmark.engine.Measurement;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StopFlag;
import io.stallmark.record.Kind;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.RunFindings;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.file.RunJudgement;
import io.stallmark.result.RunDocument;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.spi.DbException;
import io.stallmark.tables.AcknowledgedWrites;
import io.stallmark.tables.VerificationResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The measurement of a run on tables that are ready, and its evaluation. Used once. */
final class RunMeasurement {

  private final RunJob job;
  private final ResolvedRun run;
  private final BenchmarkContext context;
  private final ResultFiles files;
  private final RunFindings findings;
  private final RunObserver observer;
  private final StopFlag stop;

  /** Lengths of all stalls in seconds, those of the server first, then those of the generator. */
  private final List<List<Double>> stallSeconds = List.of(new ArrayList<>(), new ArrayList<>());

  RunMeasurement(
      RunJob job,
      ResolvedRun run,
      BenchmarkContext context,
      ResultFiles files,
      RunFindings findings,
      RunObserver observer,
      StopFlag stop) {
    this.job = job;
    this.run = run;
    this.context = context;
    this.files = files;
    this.findings = findings;
    this.observer = observer;
    this.stop = stop;
  }

  RunReport run() throws DbException, IOException, InterruptedException {
    if (run.plan().warmup() > 0) {
      observer.notice("Warming up");
      observer.phase(RunObserver.Phase.WARMING_UP);
    }
    List<String> kinds = findings.kinds().stream().map(Kind::name).toList();
    try (CounterWatch counters = CounterWatch.of(context.database())) {
      ResourceProbes probes =
          ResourceProbes.of(context.database(), job.spec().server().nodeExporter());
      CostRow.Listener rows =
          row -> {
            observer.cost(row);
            files.row(row);
          };
      CostWatch cost =
          new CostWatch(probes.list(), rows, probes.notes(), context.workload(), findings.kinds());
      List<StalledRole> roles = StalledRole.of(context.workload().roles());
      StallWatch stalls = new StallWatch(run.stalls(), roles, kinds, counters, stallListener());
      TrustWatch trust = new TrustWatch(run.plan(), probes.server());
      Measurement measurement =
          new Measurement(
              run.plan(),
              context.workload(),
              context.database(),
              stop,
              Clock.SYSTEM,
              new IntervalWatch(trust, files, stalls, cost, observer));
      Step<RunResult> measuring =
          () -> {
            RunResult result = measurement.run();
            cost.over(); // read costs before any other query of the server
            return result;
          };
      RunResult result = saved(() -> sized(measuring));
      CostReport costs =
          CostReport.of(cost.finish(), cost.notes(), context.workload(), result, files.lastSize());
      RunJudgement judgement =
          new RunJudgement(
              TrustVerdict.of(result, trust.report()), files.steady(trust.steady(), result));
      StallReport found = saved(stalls::finish);
      RunVerdict own =
          RunVerdict.of(
              result,
              new RunVerdict.Limits(
                  run.plan().allowedErrors(),
                  run.plan().minStarted(),
                  context.workload()::explainedUnexpected));
      RunVerdict verdict = saved(() -> verified(result, own));
      return report(result, verdict, found, judgement, costs);
    }
  }

  private StallWatch.Listener stallListener() {
    return new StallWatch.Listener() {
      @Override
      public void stall(Stall stall) throws IOException {
        files.stall(stall);
        stallSeconds.get(stall.generators() ? 1 : 0).add(stall.length() / FigureFormat.SECOND);
        observer.stall(stall);
      }

      @Override
      public void dip(Dip dip) throws IOException {
        files.dip(dip);
      }
    };
  }

  /** Measures, and records meanwhile the size of the tables. */
  private RunResult sized(Step<RunResult> measuring)
      throws DbException, IOException, InterruptedException {
    if (!context.measuresSizes()) {
      return measuring.take();
    }
    long interval = run.plan().interval();
    long origin = System.nanoTime() + run.plan().warmup();
    try (SizeWatch sizes =
        new SizeWatch(
            settled ->
                context.size(settled).map(size -> LogicalBytes.stored(context.workload(), size)),
            this::stored,
            origin,
            interval)) {
      RunResult result = measuring.take();
      if (result.aborted() == null && !result.interrupted()) {
        sizes.end();
      }
      files.size(sizes.first(), sizes.last());
      return result;
    }
  }

  private void stored(long at, StoredSize size) throws IOException {
    observer.stored(size);
    files.size(at, size);
  }

  /**
   * Records the acknowledged writes. Verifies the tables after the run, if requested; else looks
   * for acknowledged writes that the server has lost, if a connection was lost. Returns the verdict
   * with this result.
   */
  private RunVerdict verified(RunResult result, RunVerdict verdict) throws IOException {
    AcknowledgedWrites acknowledged =
        new AcknowledgedWrites(run.workload(), context.workload().acknowledged());
    if (!acknowledged.numbers().isEmpty()) {
      acknowledged.write(files.directory());
    }
    boolean requested = job.spec().tables().verify();
    if ((!requested && result.reconnects() == 0)
        || result.interrupted()
        || result.aborted() != null) {
      return verdict;
    }
    try {
      VerificationResult proof = proof(requested, acknowledged);
      proof.sentences().forEach(observer::verified);
      if (requested || !proof.holds()) {
        files.verified(proof);
      }
      return proof.holds() ? verdict : verdict.failed(proof.failure());
    } catch (InterruptedException e) {
      return verdict.interrupted("Interrupted while the tables were verified.");
    }
  }

  private VerificationResult proof(boolean requested, AcknowledgedWrites acknowledged)
      throws InterruptedException {
    try {
      return requested ? context.verify(acknowledged) : context.tables().lost(acknowledged);
    } catch (DbException e) {
      return new VerificationResult(
          "The tables could not be verified: " + e.getMessage(), List.of());
    }
  }

  private RunReport report(
      RunResult result,
      RunVerdict verdict,
      StallReport stalls,
      RunJudgement judgement,
      CostReport cost)
      throws IOException {
    RunDocument document = files.document(result, verdict, stalls, judgement, cost);
    RunReport.Measured measured =
        new RunReport.Measured(
            run,
            result,
            verdict,
            stalls,
            new MeasuredRun(document, stallSeconds.get(0), stallSeconds.get(1)),
            files.directory());
    observer.measured(measured);
    files.complete(document);
    return RunReport.of(measured);
  }

  private interface Step<T> {
    T take() throws DbException, IOException, InterruptedException;
  }

  /** Runs a step. If the step throws, writes the failure to the run's files. */
  private <T> T saved(Step<T> step) throws DbException, IOException, InterruptedException {
    try {
      return step.take();
    } catch (IOException e) {
      files.fail(String.valueOf(e.getMessage()));
      throw e;
    } catch (RuntimeException | Error e) {
      files.fail(RunReport.defect(e));
      throw e;
    }
  }
}

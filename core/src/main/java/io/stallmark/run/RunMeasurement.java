package io.stallmark.run;

import io.stallmark.analysis.KindOutcome;
import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.ServiceLevelWatch;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.cost.CostWatch;
import io.stallmark.analysis.cost.LogicalBytes;
import io.stallmark.analysis.cost.SizeWatch;
import io.stallmark.analysis.cost.SourceCost;
import io.stallmark.analysis.cost.probe.ResourceProbes;
import io.stallmark.analysis.counters.CounterMoves;
import io.stallmark.analysis.counters.CounterWatch;
import io.stallmark.analysis.stall.StallWatch;
import io.stallmark.analysis.stall.StalledRole;
import io.stallmark.analysis.trust.TrustVerdict;
import io.stallmark.analysis.trust.TrustWatch;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.record.Interval;
import io.stallmark.record.IntervalListener;
import io.stallmark.record.Kind;
import io.stallmark.result.CostSummary;
import io.stallmark.result.RunDocument.LimitSummary;
import io.stallmark.result.RunState;
import io.stallmark.result.ServiceLevelSummary;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.result.StallFindings;
import io.stallmark.result.StallFindings.DipSummary;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.run.document.RunDocumentBuilder;
import io.stallmark.run.document.RunFindings;
import io.stallmark.run.document.RunLimit;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.tables.AcknowledgedWrites;
import io.stallmark.tables.AnswerWatch.UnreturnedCode;
import io.stallmark.tables.VerificationResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The measurement of a run on tables that are ready, and its evaluation. Used once.
 *
 * @param directory directory of the results
 */
record RunMeasurement(
    BenchmarkContext context,
    LoadGenerator.Factory generators,
    RunDocumentBuilder document,
    RunFindings findings,
    Path directory) {

  private static final VerificationResult NOTHING = new VerificationResult("", List.of());

  private RunJob job() {
    return context.job();
  }

  private RunObserver observer() {
    return context.observer();
  }

  RunReport run() throws SpecException, DbException, IOException, InterruptedException {
    try {
      return measured();
    } catch (IOException e) {
      fail(RunReport.of(e).complaint());
      throw e;
    } catch (RuntimeException | Error e) {
      fail(RunReport.of(e).complaint());
      throw e;
    }
  }

  private void fail(String reason) {
    if (document.measured()) {
      observer().failed(document.failed(reason));
    }
  }

  private RunReport measured()
      throws SpecException, DbException, IOException, InterruptedException {
    if (job().plan().warmup() > 0) {
      observer().notice("Warming up");
      observer().phase(RunObserver.Phase.WARMING_UP);
    }
    List<Double> stallLengths = new ArrayList<>();
    List<Double> generatorStalls = new ArrayList<>();
    List<String> kinds = findings.kinds().stream().map(Kind::name).toList();
    boolean timed = generators.clock() == Clock.SYSTEM; // that of the counters
    try (CounterWatch counters =
        CounterWatch.of(context.database(), timed ? job().binding().figures() : List.of())) {
      ResourceProbes probes =
          context.ask(
              () ->
                  ResourceProbes.of(
                      context.database(), job().spec().find(RunOptions.NODE_EXPORTER)));
      CostWatch cost = context.ask(() -> cost(probes));
      List<StalledRole> roles = StalledRole.of(context.workload().roles());
      StallWatch stalls =
          new StallWatch(
              job().spec().stalls(),
              roles,
              kinds,
              timed ? counters : CounterMoves.NONE,
              stallListener(stallLengths, generatorStalls));
      LoadGenerator generator = generators.of(context, probes.server());
      TrustWatch trust = new TrustWatch(job().plan(), generator.health());
      ServiceLevelWatch levels = new ServiceLevelWatch(job().plan(), context.workload().roles());
      IntervalWatch intervals =
          new IntervalWatch(trust, document, stalls, cost, levels, counters::rows, observer());
      RunResult result;
      Conclusion conclusion;
      @Nullable StoredSize size;
      RunVerdict verdict;
      try (SizeWatch sizes = context.ask(this::sizes)) {
        result =
            generator.run(
                watchingCode(
                    intervals,
                    IntervalWatch.rehearsal(
                        context, findings, document, generator.health(), observer())));
        document.agents(generator.agents());
        cost.readFinally(); // read costs before any other query of the server
        List<ServiceLevelSummary> kept = levels.results(result);
        document.kept(kept);
        conclusion = context.workload().conclusion(result.totals().get(0).response());
        verdict = answered(result, RunVerdict.of(result, limits(conclusion), kept), sizes);
        size = sizes.last();
        document.size(sizes.first(), size);
      }
      if (context.givenUp()) {
        cost.shortenWait();
      }
      List<SourceCost> sources = cost.finish();
      CostSummary costs =
          CostReport.of(
              sources,
              cost.notes(),
              size,
              LogicalBytes.written(context.workload(), result.kinds(), result.totals()),
              result.statements());
      TrustVerdict judgement =
          TrustVerdict.of(result, trust.report(), sources, probes.server().isInside())
              .with(conclusion.doubts())
              .with(context.database().measurementDoubts());
      document.judged(KindOutcome.of(context.workload().scenario(), result));
      document.concluded(conclusion);
      if (!conclusion.failure().isEmpty() && verdict.state() != RunState.INTERRUPTED) {
        verdict = verdict.failed(conclusion.failure());
      }
      observer().concluded(conclusion);
      StallFindings found = stalls.finish();
      verdict = completed(result, verdict);
      verdict = trusted(judgement, verified(result, verdict, conclusion.remarks()));
      RunVerdict last = verdict;
      Supplier<MeasuredRun> ended =
          () ->
              new MeasuredRun(
                  document.ended(result, last, found, judgement, trust.steady(), costs),
                  stallLengths,
                  generatorStalls);
      List<LimitSummary> limits = limits(ended.get());
      document.limited(limits);
      RunReport.Measured measured =
          new RunReport.Measured(job(), result, last, stalls.rates(), ended.get(), directory);
      observer().measured(measured);
      String missed = LimitSummary.missed(limits);
      RunReport report = RunReport.of(measured);
      return missed.isEmpty() ? report : report.with(missed);
    }
  }

  /** Returns a listener that also reports code of the user's that does not return. */
  private IntervalListener watchingCode(IntervalListener intervals, IntervalListener rehearsal) {
    UnreturnedCode code = new UnreturnedCode(context.workload(), observer());
    return new IntervalListener() {
      @Override
      public void begun() {
        intervals.begun();
      }

      @Override
      public void interval(Interval interval) throws IOException {
        code.check(System.nanoTime()); // first: the observers write whether it is the server
        intervals.interval(interval);
      }

      @Override
      public void rehearsed(Interval interval) throws IOException {
        rehearsal.interval(interval);
      }
    };
  }

  private CostWatch cost(ResourceProbes probes) {
    return new CostWatch(
        probes.list(),
        observer()::cost,
        probes.notes(),
        context.workload(),
        findings.kinds(),
        generators.clock()::now);
  }

  /**
   * Reads the size after the run. If transactions are in flight, gives the server up instead, or
   * after an interrupt checks whether it answers. Returns the verdict, changed if it does not.
   */
  private RunVerdict answered(RunResult result, RunVerdict verdict, SizeWatch sizes)
      throws IOException {
    try {
      if (!result.unreturned().isEmpty()) {
        return verdict; // it is not the server that they wait for
      } else if (result.inFlight() > 0 && !result.interrupted()) {
        context.giveUp();
      } else if (result.inFlight() > 0) {
        context.ask(
            () -> {
              context.database().session().close();
              return result;
            });
      } else if (result.aborted() == null && !result.interrupted()) {
        context.<SizeWatch, IOException>ask(
            () -> {
              sizes.end();
              return sizes;
            });
      }
      return verdict;
    } catch (InterruptedException e) {
      return result.interrupted() ? verdict : verdict.interrupted(String.valueOf(e.getMessage()));
    } catch (DbException e) {
      return result.interrupted()
          ? verdict
          : verdict.failed(e.getMessage() + ", after the last transaction.");
    }
  }

  private RunVerdict trusted(TrustVerdict judgement, RunVerdict verdict) {
    boolean required = job().spec().get(RunOptions.REQUIRE_TRUSTED);
    if (!required || judgement.trusted() || verdict.state() != RunState.COMPLETED) {
      return verdict;
    }
    return verdict.failed(
        "The result is not to be trusted, as --require-trusted asks: "
            + (judgement.judged() ? judgement.doubts().get(0) : "the run was too short to judge."));
  }

  /** Judges the limits that the user has set. */
  private List<LimitSummary> limits(MeasuredRun run) throws SpecException {
    List<LimitSummary> results = new ArrayList<>();
    for (String limit : job().spec().get(RunOptions.LIMIT)) {
      results.add(RunLimit.parse(limit).judge(run));
    }
    return results;
  }

  private RunVerdict.Limits limits(Conclusion conclusion) {
    return new RunVerdict.Limits(
        job().spec().get(RunOptions.ALLOW_ERRORS),
        job().spec().get(RunOptions.MIN_STARTED),
        operation -> context.workload().largest(each -> each.explainedUnexpected(operation)),
        conclusion.hadNothingToDo(),
        conclusion.repeated());
  }

  /**
   * Receives stalls and dips.
   *
   * @param lengths receives the lengths of all stalls, seconds
   * @param ofGenerator receives those of stalls that the generator caused
   */
  private StallWatch.Listener stallListener(List<Double> lengths, List<Double> ofGenerator) {
    return new StallWatch.Listener() {
      @Override
      public void stall(StallSummary stall) throws IOException {
        lengths.add(stall.lengthSeconds());
        if (stall.blame().equals("generator")) {
          ofGenerator.add(stall.lengthSeconds());
        }
        observer().stall(stall);
      }

      @Override
      public void dip(DipSummary dip) throws IOException {
        observer().dip(dip);
      }
    };
  }

  /** Records the size of the tables during the measurement. */
  private SizeWatch sizes() throws IOException {
    Clock clock = generators.clock();
    long origin = clock.now() + job().plan().warmup();
    return new SizeWatch(
        settled -> context.size(settled).map(size -> LogicalBytes.stored(context.workload(), size)),
        observer()::stored,
        () -> clock.now() - origin,
        job().plan().interval());
  }

  /** Inserts what the clients of several machines have left out, if the server answers. */
  private RunVerdict completed(RunResult result, RunVerdict verdict) {
    if (result.inFlight() > 0 || result.interrupted() || context.givenUp()) {
      return verdict;
    }
    try {
      context.tables().complete();
      return verdict;
    } catch (InterruptedException e) {
      return verdict.interrupted("Interrupted while rows were added that some agents left out.");
    } catch (DbException e) {
      return verdict.state() == RunState.COMPLETED
          ? verdict.failed("Rows that some agents left out could not be added: " + e.getMessage())
          : verdict;
    }
  }

  /**
   * Records the acknowledged writes. Verifies the tables after the run, if requested; else looks
   * for acknowledged writes that the server has lost, if a connection was lost, or for a sample of
   * the rows. Returns the verdict with this result.
   */
  private RunVerdict verified(RunResult result, RunVerdict verdict, List<String> remarks)
      throws IOException {
    AcknowledgedWrites acknowledged =
        new AcknowledgedWrites(job().workload().name(), context.workload().acknowledged());
    if (!acknowledged.numbers().isEmpty()) {
      acknowledged.write(directory);
    }
    if (result.interrupted()
        || result.inFlight() > 0
        || context.givenUp()
        || result.aborted() != null) {
      return verdict;
    }
    boolean requested = job().spec().get(RunOptions.VERIFY);
    try {
      VerificationResult proof =
          requested || result.reconnects() > 0 ? proof(requested, acknowledged) : NOTHING;
      if (!requested && proof.holds()) {
        VerificationResult sample = sample();
        proof = sample.holds() ? proof : sample;
      }
      remarks.forEach(observer()::verified);
      proof.sentences().forEach(observer()::verified);
      if (requested || !proof.holds()) {
        document.verified(proof);
      }
      return proof.holds() ? verdict : verdict.failed(proof.failure());
    } catch (InterruptedException e) {
      return verdict.interrupted("Interrupted while the tables were verified.");
    }
  }

  /**
   * Result of the look at a sample of rows. A sample that cannot be read proves nothing, unless the
   * server does not answer: that fails the run.
   */
  private VerificationResult sample() throws InterruptedException {
    try {
      return context.tables().sample();
    } catch (DbException e) {
      return context.givenUp() ? unverified(e) : NOTHING;
    }
  }

  private VerificationResult proof(boolean requested, AcknowledgedWrites acknowledged)
      throws InterruptedException {
    try {
      return requested ? context.verify(acknowledged) : context.tables().lost(acknowledged);
    } catch (DbException e) {
      return unverified(e);
    }
  }

  private static VerificationResult unverified(DbException e) {
    return new VerificationResult("The tables could not be verified: " + e.getMessage(), List.of());
  }
}

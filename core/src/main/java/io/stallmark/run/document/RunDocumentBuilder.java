package io.stallmark.run.document;

import static java.time.temporal.ChronoUnit.MILLIS;

import io.stallmark.analysis.KindOutcome;
import io.stallmark.analysis.PhaseTotals;
import io.stallmark.analysis.RunTotals;
import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.SteadyState;
import io.stallmark.analysis.trust.TrustReport;
import io.stallmark.analysis.trust.TrustVerdict;
import io.stallmark.engine.RunResult;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.Interval;
import io.stallmark.result.AgentSummary;
import io.stallmark.result.CostSummary;
import io.stallmark.result.ReplaySummary;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.LimitSummary;
import io.stallmark.result.RunDocument.LoadSummary;
import io.stallmark.result.RunDocument.RunOutcome;
import io.stallmark.result.RunState;
import io.stallmark.result.ServiceLevelSummary;
import io.stallmark.result.SizeSummary;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.result.StallFindings;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.tables.VerificationResult;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Assembles the document of a run from the facts at its start, its intervals and its result. Used
 * by one thread.
 */
public final class RunDocumentBuilder {

  private static final double SECOND = 1e9;

  /** Maximum number of stored sentences about the verification of the tables. */
  private static final int MOST_SENTENCES = 100;

  private final RunDocument start;
  private final boolean phased;
  private final PhaseTotals phases;
  private final SteadyLatencies steady;
  private @Nullable Instant measuredFrom;
  private @Nullable LoadSummary load;
  private @Nullable List<ServiceLevelSummary> levels;
  private @Nullable List<LimitSummary> limits;
  private @Nullable SizeSummary sizes;
  private @Nullable VerificationResult proof;
  private KindOutcome kinds = KindOutcome.NONE;
  private Conclusion conclusion = Conclusion.NONE;
  private @Nullable List<AgentSummary> agents;

  public RunDocumentBuilder(RunDocument start, RunPlan plan) {
    this.start = start;
    phased = !plan.phases().isEmpty();
    phases = new PhaseTotals(plan.phases(), TrustReport.judgedFrom(plan.warmup()));
    steady = new SteadyLatencies(plan.interval());
  }

  /** Returns the document of the run that has not ended. */
  public RunDocument start() {
    return start;
  }

  /** Sets the rows and the nanoseconds of the load, if the run loaded all its tables. */
  public void loaded(long rows, long nanos) {
    load = new LoadSummary(rows, nanos / SECOND);
  }

  /** Adds an interval. Returns the time of day at which the measurement started. */
  public Instant interval(Interval interval, GeneratorHealth health) {
    Instant from = measuredFrom;
    if (from == null) {
      from = Instant.now().minusNanos(System.nanoTime() - interval.origin()).truncatedTo(MILLIS);
      measuredFrom = from;
    }
    if (!interval.isEmpty() && interval.isCounted()) {
      phases.interval(interval, health.bound());
      steady.interval(interval);
    }
    return from;
  }

  /** Whether there was an interval, so that the run has results. */
  public boolean measured() {
    return measuredFrom != null;
  }

  /** Sets the results of the roles with a service level. */
  public void kept(List<ServiceLevelSummary> results) {
    levels = results.isEmpty() ? null : results;
  }

  /** Sets the results of the limits that the user has set. */
  public void limited(List<LimitSummary> results) {
    limits = results.isEmpty() ? null : results;
  }

  /** Sets the size of the tables at the start and at the end; null: not reported. */
  public void size(@Nullable StoredSize first, @Nullable StoredSize last) {
    sizes = first == null ? null : new SizeSummary(first, last);
  }

  /** Sets the headline and the verdicts that the workload declares. */
  public void judged(KindOutcome declared) {
    kinds = declared;
  }

  /** Sets what the workload knows of the run. */
  public void concluded(Conclusion known) {
    conclusion = known;
  }

  /** Sets the load machines of the run; empty: this process only. */
  public void agents(List<AgentSummary> machines) {
    agents = machines.isEmpty() ? null : machines;
  }

  /** Sets the result of the verification of the tables after the run. */
  public void verified(VerificationResult outcome) {
    proof = outcome;
  }

  /** Returns the document of a run that has ended. */
  public RunDocument ended(
      RunResult result,
      RunVerdict verdict,
      StallFindings stalls,
      TrustVerdict trust,
      SteadyState reached,
      CostSummary cost) {
    RunOutcome outcome =
        new RunOutcome(
            kinds.headline(),
            kinds.limits().isEmpty() ? null : kinds.limits(),
            RunTotals.of(result),
            stalls,
            trust.summary(),
            steady.of(reached, result),
            phased ? phases.totals() : null,
            limits,
            levels,
            sizes,
            cost,
            proof == null ? null : proof.holds(),
            proof == null ? null : proof.sentences().stream().limit(MOST_SENTENCES).toList(),
            conclusion.replay() == null ? null : ReplaySummary.of(conclusion.replay()),
            conclusion.transfer() == null ? null : conclusion.transfer().figures(),
            agents);
    return ended(verdict.state(), verdict.reason(), trust.warnings(), outcome);
  }

  /**
   * Returns the document of a run that has ended without a result.
   *
   * @param reason why the run ended, a sentence
   */
  public RunDocument failed(String reason) {
    return ended(RunState.FAILED, reason, List.of(), RunOutcome.NONE);
  }

  private RunDocument ended(
      RunState state, String reason, List<String> warnings, RunOutcome outcome) {
    return start.ended(load, state, reason, Instant.now(), measuredFrom, warnings, outcome);
  }
}

package io.stallmark.analysis.trust;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.Interval;

/**
 * Collects what the trust in a run's result depends on: the health of the load generator, and when
 * the run became steady. Used by one thread.
 */
public final class TrustWatch {

  private final RunPlan plan;
  private final HealthSource source;
  private final TrustReport report;
  private final ThroughputBatches batches = new ThroughputBatches();

  public TrustWatch(RunPlan plan, HealthSource source) {
    this.plan = plan;
    this.source = source;
    report = new TrustReport(plan.warmup(), source.processors());
  }

  /** Starts the measurement. Excludes the time before it, such as a warm-up. */
  public void begun() {
    source.begun();
  }

  /** Judges an interval. To be called directly after its end. */
  public GeneratorHealth interval(Interval interval) {
    GeneratorHealth health = source.interval(interval);
    interval.grid().stream().filter(slot -> slot.end() <= interval.loadEnd()).forEach(batches::add);
    if (interval.isCounted() && HealthWatch.isWhole(health, plan)) {
      report.add(health);
    }
    return health;
  }

  /** Returns when the run reached its steady state, by the intervals so far. */
  public SteadyState steady() {
    boolean open = plan.pacing() instanceof Pacing.OpenLoop;
    boolean changes =
        !plan.phases().isEmpty()
            || plan.pacing() instanceof Pacing.Replay
            || (plan.pacing() instanceof Pacing.OpenLoop loop && !loop.rates().isConstant());
    SteadyState.What what =
        open ? SteadyState.What.RESPONSE_TIME : SteadyState.What.TRANSACTIONS_PER_SECOND;
    return changes ? SteadyState.notJudged(what) : SteadyState.of(batches, what);
  }

  /** Returns the sums of the intervals so far. */
  public TrustReport report() {
    return report;
  }
}

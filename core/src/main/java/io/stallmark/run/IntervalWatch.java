package io.stallmark.run;

import io.stallmark.analysis.ServiceLevelWatch;
import io.stallmark.analysis.cost.CostWatch;
import io.stallmark.analysis.counters.CounterMoves;
import io.stallmark.analysis.counters.CounterRow;
import io.stallmark.analysis.stall.StallWatch;
import io.stallmark.analysis.stall.StalledRole;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.HealthSource;
import io.stallmark.analysis.trust.TrustWatch;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.Interval;
import io.stallmark.record.IntervalListener;
import io.stallmark.record.Kind;
import io.stallmark.run.document.RunDocumentBuilder;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spi.workload.Role;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Passes each interval of a run to analyses and observers, in the required order.
 *
 * @param counters returns new figures of the server, by the start of the measurement
 */
record IntervalWatch(
    TrustWatch trust,
    RunDocumentBuilder document,
    StallWatch stalls,
    CostWatch cost,
    ServiceLevelWatch levels,
    LongFunction<List<CounterRow>> counters,
    RunObserver observer)
    implements IntervalListener {

  /**
   * Returns a watch for the intervals of the warm-up: all analyses, into objects that nothing
   * reads.
   *
   * @param document of the run
   * @param health health of the generator
   * @param observer observer of the run
   */
  static IntervalWatch rehearsal(
      BenchmarkContext context,
      RunFindings findings,
      RunDocumentBuilder document,
      HealthSource health,
      RunObserver observer) {
    RunPlan plan = context.job().plan();
    List<Role> roles = context.workload().roles();
    return new IntervalWatch(
        new TrustWatch(plan, health),
        new RunDocumentBuilder(document.start(), plan),
        new StallWatch(
            context.job().spec().stalls(),
            StalledRole.of(roles),
            findings.kinds().stream().map(Kind::name).toList(),
            CounterMoves.NONE,
            StallWatch.Listener.NONE),
        new CostWatch(
            List.of(), row -> {}, List.of(), context.workload(), findings.kinds(), () -> 0),
        new ServiceLevelWatch(plan, roles),
        origin -> List.of(),
        new RunObserver() {
          @Override
          public void interval(LiveInterval last) {
            observer.rehearsed(last);
          }
        });
  }

  @Override
  public void begun() {
    trust.begun();
    observer.phase(RunObserver.Phase.MEASURING);
  }

  @Override
  public void interval(Interval interval) throws IOException {
    // First, so that the resource usage sampled here covers this interval only.
    GeneratorHealth health = trust.interval(interval);
    Instant measuredFrom = document.interval(interval, health);
    long stalled = 0;
    if (interval.isCounted()) {
      stalls.interval(interval, health);
      cost.interval(interval, health.bound());
      levels.interval(interval);
      stalled = stalls.stalled(interval.start(), interval.end());
    } else {
      cost.readFinally();
    }
    for (CounterRow row : counters.apply(interval.origin())) {
      observer.counters(row);
    }
    observer.interval(
        new RunObserver.LiveInterval(
            measuredFrom, interval, health, stalled, stalls.stallCount(), stalls.dipCount()));
  }
}

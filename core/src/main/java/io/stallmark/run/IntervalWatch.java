package io.stallmark.run;

import io.stallmark.analysis.ServiceLevelWatch;
import io.stallmark.analysis.cost.CostWatch;
import io.stallmark.analysis.counters.CounterRow;
import io.stallmark.analysis.stall.StallWatch;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.TrustWatch;
import io.stallmark.record.Interval;
import io.stallmark.record.IntervalListener;
import io.stallmark.run.document.RunDocumentBuilder;
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

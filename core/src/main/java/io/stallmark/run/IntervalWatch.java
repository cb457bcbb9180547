package io.stallmark.run;

import io.stallmark.analysis.ServiceLevelWatch;
import io.stallmark.analysis.cost.CostWatch;
import io.stallmark.analysis.stall.StallWatch;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.TrustWatch;
import io.stallmark.record.Interval;
import io.stallmark.record.IntervalListener;
import io.stallmark.run.document.RunDocumentBuilder;
import java.io.IOException;
import java.time.Instant;

/** Passes each interval of a run to analyses and observers, in the required order. */
record IntervalWatch(
    TrustWatch trust,
    RunDocumentBuilder document,
    StallWatch stalls,
    CostWatch cost,
    ServiceLevelWatch levels,
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
    observer.interval(
        new RunObserver.LiveInterval(
            measuredFrom, interval, health, stalled, stalls.stallCount(), stalls.dipCount()));
  }
}

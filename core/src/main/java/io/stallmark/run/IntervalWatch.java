package io.stallmark.run;

import io.stallmark.analysis.cost.CostWatch;
import io.stallmark.analysis.stall.StallWatch;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.TrustWatch;
import io.stallmark.record.Interval;
import io.stallmark.record.IntervalListener;
import io.stallmark.report.file.ResultFiles;
import java.io.IOException;

/** Passes a run's intervals to analyses, files and observers, in the order that they need. */
record IntervalWatch(
    TrustWatch trust, ResultFiles files, StallWatch stalls, CostWatch cost, RunObserver observer)
    implements IntervalListener {

  @Override
  public void begun() {
    trust.begun();
    observer.phase(RunObserver.Phase.MEASURING);
  }

  @Override
  public void interval(Interval interval) throws IOException {
    GeneratorHealth health =
        trust.interval(interval); // first: what is read belongs to the interval
    files.interval(interval, health);
    stalls.interval(interval);
    cost.interval(interval, health.bound());
    long stalled = stalls.stalled(interval.start(), interval.end());
    observer.interval(
        new RunObserver.LiveInterval(
            interval, health, stalled, stalls.stallCount(), stalls.dipCount()));
  }
}

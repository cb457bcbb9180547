package io.stallmark.cli.run;

import io.stallmark.analysis.cost.CostWatch;
import io.stallmark.analysis.stall.StallWatch;
import io.stallmark.analysis.trust.Strain;
import io.stallmark.analysis.trust.TrustWatch;
import io.stallmark.record.Interval;
import io.stallmark.record.IntervalListener;
import io.stallmark.report.LiveLines;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.metrics.Metrics;
import java.io.IOException;

/** All who want to know of a run's intervals, in their order. */
record RunWatch(
    TrustWatch trust,
    ResultFiles files,
    StallWatch stalls,
    CostWatch cost,
    LiveLines live,
    Metrics metrics)
    implements IntervalListener {

  @Override
  public void begun() {
    trust.begun();
  }

  @Override
  public void interval(Interval interval) throws IOException {
    Strain strain = trust.interval(interval); // first: what is read belongs to the interval
    files.interval(interval, strain);
    stalls.interval(interval);
    cost.interval(interval, strain.bound());
    long stalled = stalls.stalled(interval.start(), interval.end());
    live.interval(interval, stalled, strain);
    metrics.interval(
        interval, new Metrics.Troubles(stalled, stalls.stallCount(), stalls.dipCount()), strain);
  }
}

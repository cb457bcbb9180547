package io.stallmark.run;

import io.stallmark.analysis.cost.probe.ProcessFamily;
import io.stallmark.analysis.trust.GeneratorProcesses;
import io.stallmark.analysis.trust.HealthSource;
import io.stallmark.analysis.trust.HealthWatch;
import io.stallmark.engine.Measurement;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.StopFlag;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import io.stallmark.record.IntervalListener;
import io.stallmark.spi.DbException;
import java.io.IOException;

/** Generates a share of a run's load, or all of it, in this process. */
final class LocalGenerator implements LoadGenerator {

  private final RunPlan plan;
  private final Share share;
  private final BenchmarkContext context;
  private final StopFlag stop;
  private final StartSignal signal;
  private final HealthWatch health;

  LocalGenerator(
      RunPlan plan,
      Share share,
      BenchmarkContext context,
      GeneratorProcesses generator,
      ProcessFamily server,
      StopFlag stop,
      StartSignal signal) {
    this.plan = plan;
    this.share = share;
    this.context = context;
    this.stop = stop;
    this.signal = signal;
    health = new HealthWatch(share.of(plan), generator, server);
  }

  /** Generates the whole load. */
  static LoadGenerator whole(
      RunJob job,
      BenchmarkContext context,
      ProcessFamily server,
      StopFlag stop,
      RunObserver observer) {
    return new LocalGenerator(
        job.plan(),
        Share.WHOLE,
        context,
        GeneratorProcesses.alone(),
        server,
        stop,
        StartSignal.AT_ONCE);
  }

  @Override
  public HealthSource health() {
    return health;
  }

  @Override
  public RunResult run(IntervalListener listener)
      throws DbException, IOException, InterruptedException {
    return new Measurement(
            plan,
            share,
            context.workload(),
            context.database(),
            stop,
            Clock.SYSTEM,
            signal,
            listener)
        .run();
  }
}

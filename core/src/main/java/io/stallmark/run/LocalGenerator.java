package io.stallmark.run;

import io.stallmark.analysis.cost.probe.ProcessFamily;
import io.stallmark.analysis.trust.GeneratorProcesses;
import io.stallmark.analysis.trust.HealthSource;
import io.stallmark.analysis.trust.HealthWatch;
import io.stallmark.engine.Measurement;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StartSignal;
import io.stallmark.plan.Share;
import io.stallmark.record.IntervalListener;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.util.function.Supplier;

/** Generates a share of a run's load, or all of it, in this process. */
final class LocalGenerator implements LoadGenerator {

  private final BenchmarkContext context;
  private final Share share;
  private final StartSignal signal;
  private final HealthWatch health;

  LocalGenerator(
      BenchmarkContext context,
      Share share,
      GeneratorProcesses generator,
      Supplier<ProcessFamily> server,
      StartSignal signal) {
    this.context = context;
    this.share = share;
    this.signal = signal;
    health = new HealthWatch(share.of(context.job().plan()), generator, server);
  }

  /** Generates the whole load. */
  static LoadGenerator whole(BenchmarkContext context, ProcessFamily server, StartSignal signal) {
    return new LocalGenerator(
        context, Share.WHOLE, GeneratorProcesses.alone(signal.clients()), () -> server, signal);
  }

  @Override
  public HealthSource health() {
    return health;
  }

  @Override
  public RunResult run(IntervalListener listener)
      throws DbException, IOException, InterruptedException {
    return new Measurement(
            context.job().plan(),
            share,
            context.workload(),
            context.database(),
            context.stop(),
            signal.clock(),
            signal,
            listener)
        .run();
  }
}

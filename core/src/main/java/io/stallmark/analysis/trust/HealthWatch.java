package io.stallmark.analysis.trust;

import io.stallmark.analysis.PhaseTotals;
import io.stallmark.analysis.cost.probe.ProcessFamily;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.Interval;
import io.stallmark.record.OperationSeries;
import io.stallmark.record.ProgressSlot;
import io.stallmark.result.metric.HealthMetric;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures the health of the load generator of this process in each interval. The counters of the
 * machine are read about 20 ms after the end of an interval, when the collector thread wakes. Used
 * by one thread.
 */
public final class HealthWatch implements HealthSource {

  private static final double PERCENT = 100;
  private static final double MILLISECOND = 1e6;

  /**
   * Waiting time per transaction, nanoseconds, that is ignored. An idle processor takes up to a
   * fifth of this to wake, which looks like a queue.
   */
  private static final double LITTLE = TimeUnit.MICROSECONDS.toNanos(500);

  /**
   * Least share of the clients' time, or of the interval, that a percentage is taken of. Idle
   * clients wake ten times a second, and their waits are a large share of next to no work.
   */
  private static final double LEAST = 0.01;

  /**
   * Share of the usual demand for processors below which the generator or its server was stopped.
   * Other processes use the processors meanwhile, but did not cause it.
   */
  private static final double STOPPED = 0.8;

  /** Weight of the latest interval in the usual demand. */
  private static final double NEWEST = 0.1;

  private final RunPlan plan;
  private final double processors;
  private final boolean eager; // clients start as soon as they are free
  private final boolean inside; // the database is in this process
  private final Supplier<HostSample> sampler;
  private HostSample before;
  private Map<HealthMetric, Double> figures = Map.of(); // of the time before that sample
  private double usualDemand;
  private boolean stopped; // in the time before that sample

  /**
   * Takes the first sample, which takes about a fifth of a second.
   *
   * @param plan plan of this process
   * @param server returns the processes of the server, which may be this one; empty: not found on
   *     this machine
   */
  public HealthWatch(RunPlan plan, GeneratorProcesses generator, Supplier<ProcessFamily> server) {
    this(plan, generator, server, new ProcessorQuota(Path.of("/")));
  }

  private HealthWatch(
      RunPlan plan,
      GeneratorProcesses generator,
      Supplier<ProcessFamily> server,
      ProcessorQuota quota) {
    this(
        plan,
        quota.usable(Runtime.getRuntime().availableProcessors()),
        server.get().isInside(),
        new HostSampler(generator, () -> server.get().outside(), quota));
  }

  /**
   * Takes the first sample.
   *
   * @param processors number of processors that this process may use
   * @param inside whether the database runs in this process
   */
  HealthWatch(RunPlan plan, double processors, boolean inside, Supplier<HostSample> sampler) {
    this.plan = plan;
    this.processors = processors;
    this.inside = inside;
    this.sampler = sampler;
    eager =
        plan.phases().isEmpty()
            && plan.pacing() instanceof Pacing.ClosedLoop loop
            && loop.thinkTime().isNone();
    before = sampler.get();
  }

  @Override
  public double processors() {
    return processors;
  }

  @Override
  public void begun() {
    before = sampler.get();
    figures = Map.of();
    usualDemand = 0;
    stopped = false;
  }

  @Override
  public GeneratorHealth interval(Interval interval) {
    GeneratorHealth health = health(interval, sinceLastSample());
    return isWhole(health, plan)
        ? health.judged(excused(health, interval))
        : health; // its counters may be those of the interval before
  }

  /** Whether an interval has its full length, which the last one of a run often has not. */
  static boolean isWhole(GeneratorHealth health, RunPlan plan) {
    return health.length() >= plan.interval();
  }

  /**
   * Returns the values since the last sample. When the collector was late and delivers several
   * intervals at once, they share one sample.
   */
  private Map<HealthMetric, Double> sinceLastSample() {
    HostSample now = sampler.get();
    Map<HealthMetric, Double> fresh;
    if (!figures.isEmpty() && 2 * (now.at() - before.at()) < plan.interval()) {
      fresh = new EnumMap<>(figures);
      fresh.remove(HealthMetric.CLOCK_STEP); // a step is counted only once
    } else {
      figures = now.since(before, processors);
      double demand = now.demand(before);
      stopped = demand < STOPPED * usualDemand;
      usualDemand = usualDemand == 0 ? demand : (1 - NEWEST) * usualDemand + NEWEST * demand;
      before = now;
      fresh = new EnumMap<>(figures);
    }
    return fresh;
  }

  private GeneratorHealth health(Interval interval, Map<HealthMetric, Double> figures) {
    double length = interval.end() - interval.start();
    double work = atWork(interval);
    figures.computeIfPresent(
        HealthMetric.CPU_QUEUE,
        (metric, percent) ->
            work < LEAST * clients(interval) * length
                ? Double.NaN
                : Math.min(PERCENT, percent * length / work));
    figures.computeIfPresent(HealthMetric.GC_PAUSE, (metric, rate) -> rate * length);
    double held = interval.grid().stream().mapToLong(ProgressSlot::unscheduled).sum();
    figures.put(HealthMetric.HELD, held / MILLISECOND);
    figures.put(HealthMetric.TIMER_LATE, interval.wokenLate() / MILLISECOND);
    figures.put(HealthMetric.COLLECTED_LATE, interval.collectedLate() / MILLISECOND);
    figures.put(HealthMetric.MISSED_ARRIVALS, (double) missed(interval));
    Histogram late = interval.startedLate();
    if (late.getTotalCount() > 0) {
      double lateness = sum(late);
      double response = Math.max(sum(interval.series().get(0).response()), lateness);
      figures.put(HealthMetric.START_LATE_P99, late.getValueAtPercentile(99) / MILLISECOND);
      if (response >= LEAST * length) {
        figures.put(HealthMetric.START_LATE, PERCENT * lateness / response);
      }
    }
    figures.values().removeIf(figure -> !Double.isFinite(figure));
    return new GeneratorHealth(interval.start(), interval.end(), figures, Set.of());
  }

  /**
   * Returns the metrics whose limits do not apply. In a closed loop that shares processors with its
   * server, clients wait for a processor while the server works. That wait is not a reason. Neither
   * is a wait of less than half a millisecond per transaction where processors are idle.
   */
  private Set<HealthMetric> excused(GeneratorHealth health, Interval interval) {
    Set<HealthMetric> excused = EnumSet.noneOf(HealthMetric.class);
    OperationSeries ended = interval.series().get(0);
    long count = ended.successes() + ended.retries() + ended.failures();
    double queued = health.of(HealthMetric.CPU_QUEUE) / PERCENT * atWork(interval);
    boolean little = queued < LITTLE * count && !health.saturated();
    if (little || (eager && servedMeanwhile(health))) {
      excused.add(HealthMetric.CPU_QUEUE);
    }
    if (inside) {
      excused.addAll(ofBoth(health));
    }
    if (interval.startedLate().getMean() < LITTLE) {
      excused.add(HealthMetric.START_LATE);
    }
    if (stopped) {
      excused.add(HealthMetric.OTHER_CPU);
    }
    return excused;
  }

  /**
   * Returns the metrics that do not tell the database from the generator, because both are in this
   * process: its processor time and garbage, and the waits for processors that others did not use.
   */
  private static Set<HealthMetric> ofBoth(GeneratorHealth health) {
    double others = health.of(HealthMetric.OTHER_CPU) + orNone(health.of(HealthMetric.STOLEN_CPU));
    return others > health.of(HealthMetric.MACHINE_CPU) - health.of(HealthMetric.OTHER_CPU)
        ? EnumSet.of(HealthMetric.OWN_CPU, HealthMetric.GC_PAUSE)
        : EnumSet.of(
            HealthMetric.OWN_CPU,
            HealthMetric.GC_PAUSE,
            HealthMetric.CPU_QUEUE,
            HealthMetric.START_LATE);
  }

  private static double orNone(double figure) {
    return Double.isNaN(figure) ? 0 : figure;
  }

  /**
   * Whether the machine was saturated, and the server had most of the processor time that the
   * generator did not get. If the server is not on this machine, or others used more, the server
   * did not work while clients waited.
   */
  private static boolean servedMeanwhile(GeneratorHealth health) {
    return health.saturated()
        && health.of(HealthMetric.SERVER_CPU)
            >= health.of(HealthMetric.OTHER_CPU) + health.of(HealthMetric.STOLEN_CPU);
  }

  /**
   * Returns the number of arrivals that waited for a client: all waiting ones except one for each
   * client.
   */
  private long missed(Interval interval) {
    long waiting = interval.grid().stream().mapToLong(ProgressSlot::waiting).max().orElse(0);
    return Math.max(0, waiting - clients(interval));
  }

  /**
   * Returns the number of active clients. The others pause during a phase; a phase consists of
   * whole intervals.
   */
  private int clients(Interval interval) {
    List<Phase> phases = plan.phases();
    return phases.isEmpty()
        ? plan.threads()
        : phases.get(PhaseTotals.at(phases, interval.start())).threads();
  }

  /**
   * Returns the total working time of the clients, nanoseconds. Clients that start as soon as they
   * are free always work. Others work for the duration of their transactions and of their own late
   * starts.
   */
  private double atWork(Interval interval) {
    long length = interval.end() - interval.start();
    if (eager) {
      return (double) plan.threads() * length;
    }
    OperationSeries transaction = interval.series().get(0);
    double sum =
        sum(interval.startedLate())
            + sum(transaction.service())
            + sum(transaction.retriedService())
            + sum(transaction.failedService());
    return Math.max(sum, (double) Math.min(interval.oldestInFlight(), length));
  }

  private static double sum(@Nullable Histogram histogram) {
    return histogram == null || histogram.getTotalCount() == 0
        ? 0
        : histogram.getMean() * histogram.getTotalCount();
  }
}

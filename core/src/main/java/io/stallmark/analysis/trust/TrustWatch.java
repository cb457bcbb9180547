package io.stallmark.analysis.trust;

import io.stallmark.analysis.PhaseTotals;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.Interval;
import io.stallmark.record.OperationSeries;
import io.stallmark.record.ProgressSlot;
import io.stallmark.result.HealthMetric;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Watches the generator itself, interval by interval. What it reads of the machine belongs to an
 * interval but for the some 20 ms that pass before the collector looks. Used by one thread.
 */
public final class TrustWatch {

  /** The percentage of the machine's processors from which on there is none left. */
  static final double SATURATED = 90;

  private static final double PERCENT = 100;
  private static final double MILLISECOND = 1e6;

  /** An idle processor takes up to a fifth of this to wake, which looks like a queue for it. */
  private static final double LITTLE = TimeUnit.MICROSECONDS.toNanos(500);

  private final RunPlan plan;
  private final double processors;
  private final boolean eager; // clients start as soon as they are free
  private final Supplier<HostSample> sampler;
  private final TrustReport report;
  private final ThroughputBatches batches = new ThroughputBatches();
  private HostSample before;
  private Map<HealthMetric, Double> figures = Map.of(); // of the time before it

  /**
   * Begins; the first reading takes about a fifth of a second.
   *
   * @param server its process; empty: it is not seen on this machine
   */
  public TrustWatch(RunPlan plan, Optional<ProcessHandle> server) {
    this(plan, ProcessorQuota.usable(), new HostSampler(server));
  }

  /**
   * @param processors that this process may use
   */
  TrustWatch(RunPlan plan, double processors, Supplier<HostSample> sampler) {
    this.plan = plan;
    this.processors = processors;
    this.sampler = sampler;
    eager =
        plan.phases().isEmpty()
            && plan.pacing() instanceof Pacing.ClosedLoop loop
            && loop.thinkTime().isNone();
    report = new TrustReport(plan.warmup(), processors);
    before = sampler.get();
  }

  /** The measurement starts: what was before it, a warm-up, does not count. */
  public void begun() {
    before = sampler.get();
  }

  /** Judges an interval; to be called when it has just ended. */
  public GeneratorHealth interval(Interval interval) {
    GeneratorHealth health = health(interval, sinceLastSample());
    interval.grid().stream().filter(slot -> slot.end() <= interval.over()).forEach(batches::add);
    boolean whole = 2 * health.length() >= plan.interval();
    GeneratorHealth judged =
        whole
            ? health.judged(excused(health, interval))
            : health; // a share of a very short time misleads
    if (whole) {
      report.add(judged);
    }
    return judged;
  }

  /** When the run became steady, by the intervals up to now. */
  public SteadyState steady() {
    boolean open = plan.pacing() instanceof Pacing.OpenLoop;
    boolean changes =
        !plan.phases().isEmpty()
            || (plan.pacing() instanceof Pacing.OpenLoop loop && !loop.rates().isConstant());
    SteadyState.What what =
        open ? SteadyState.What.RESPONSE_TIME : SteadyState.What.TRANSACTIONS_PER_SECOND;
    return changes ? SteadyState.notJudged(what) : SteadyState.of(batches, what);
  }

  /** Of the intervals up to now. */
  public TrustReport report() {
    return report;
  }

  /**
   * Several intervals at once, as a collector has them that was late, share what was read after
   * them.
   */
  private Map<HealthMetric, Double> sinceLastSample() {
    HostSample now = sampler.get();
    Map<HealthMetric, Double> fresh;
    if (!figures.isEmpty() && 2 * (now.at() - before.at()) < plan.interval()) {
      fresh = new EnumMap<>(figures);
      fresh.remove(HealthMetric.CLOCK_STEP); // no step is twice
    } else {
      figures = now.since(before, processors);
      before = now;
      fresh = new EnumMap<>(figures);
    }
    return fresh;
  }

  private GeneratorHealth health(Interval interval, Map<HealthMetric, Double> figures) {
    double length = interval.end() - interval.start();
    figures.computeIfPresent(
        HealthMetric.CPU_QUEUE,
        (metric, percent) -> Math.min(PERCENT, percent * length / atWork(interval)));
    figures.computeIfPresent(HealthMetric.GC_PAUSE, (metric, rate) -> rate * length);
    double held = interval.grid().stream().mapToLong(ProgressSlot::held).sum();
    figures.put(HealthMetric.HELD, held / MILLISECOND);
    figures.put(HealthMetric.TIMER_LATE, interval.wokenLate() / MILLISECOND);
    figures.put(HealthMetric.MISSED_ARRIVALS, (double) missed(interval));
    Histogram late = interval.startedLate();
    if (late.getTotalCount() > 0) {
      double lateness = sum(late);
      double response = Math.max(sum(interval.series().get(0).response()), lateness);
      figures.put(HealthMetric.START_LATE_P99, late.getValueAtPercentile(99) / MILLISECOND);
      figures.put(HealthMetric.START_LATE, response == 0 ? 0 : PERCENT * lateness / response);
    }
    figures.values().removeIf(figure -> !Double.isFinite(figure));
    return new GeneratorHealth(interval.start(), interval.end(), figures, Set.of());
  }

  /**
   * A closed loop that shares processors with its server waits for them whoever is slow, and while
   * it waits the server works: that is no reason. Nor is a wait that is short beside any server but
   * the fastest.
   */
  private Set<HealthMetric> excused(GeneratorHealth health, Interval interval) {
    Set<HealthMetric> excused = EnumSet.noneOf(HealthMetric.class);
    OperationSeries ended = interval.series().get(0);
    long count = ended.successes() + ended.retries() + ended.failures();
    double queued = health.of(HealthMetric.CPU_QUEUE) / PERCENT * atWork(interval);
    if ((eager && servedMeanwhile(health)) || queued < LITTLE * count) {
      excused.add(HealthMetric.CPU_QUEUE);
    }
    if (interval.startedLate().getMean() < LITTLE) {
      excused.add(HealthMetric.START_LATE);
    }
    return excused;
  }

  /**
   * Whether no processor was left, and of what the generator did not get the server had the larger
   * part. Where it is not seen on this machine, or others took more, clients waited for nothing
   * that the server did.
   */
  private static boolean servedMeanwhile(GeneratorHealth health) {
    double stolen = health.of(HealthMetric.STOLEN_CPU);
    return health.of(HealthMetric.MACHINE_CPU) + stolen >= SATURATED
        && health.of(HealthMetric.SERVER_CPU) >= health.of(HealthMetric.OTHER_CPU) + stolen;
  }

  /** The arrivals that waited for a client: those that waited at all, but for one a client. */
  private long missed(Interval interval) {
    long waiting = interval.grid().stream().mapToLong(ProgressSlot::waiting).max().orElse(0);
    return Math.max(0, waiting - clients(interval));
  }

  /** Clients that work: all others stand aside in a phase, which is whole intervals long. */
  private int clients(Interval interval) {
    List<Phase> phases = plan.phases();
    return phases.isEmpty()
        ? plan.threads()
        : phases.get(PhaseTotals.at(phases, interval.start())).threads();
  }

  /**
   * How long clients were at work, all together: where they start as soon as they are free always,
   * else as long as their transactions took and started late by their own fault.
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

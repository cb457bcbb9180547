package io.stallmark.analysis.trust;

import io.stallmark.analysis.PhaseTotals;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.Interval;
import io.stallmark.record.Series;
import io.stallmark.record.Slot;
import java.util.EnumSet;
import java.util.List;
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

  /** The share of the machine's processors from which on there is none left. */
  static final double SATURATED = 0.9;

  /** An idle processor takes up to a fifth of this to wake, which looks like a queue for it. */
  private static final double LITTLE = TimeUnit.MICROSECONDS.toNanos(500);

  private final RunPlan plan;
  private final double processors;
  private final boolean eager; // clients start as soon as they are free
  private final Supplier<Reading> vitals;
  private final TrustReport report;
  private final Batches batches = new Batches();
  private Reading before;
  private @Nullable Usage usage; // since the reading before

  /**
   * Begins; the first reading takes about a fifth of a second.
   *
   * @param server its process; empty: it is not seen on this machine
   */
  public TrustWatch(RunPlan plan, Optional<ProcessHandle> server) {
    this(plan, Processors.usable(), new Vitals(server));
  }

  /**
   * @param processors that this process may use
   */
  TrustWatch(RunPlan plan, double processors, Supplier<Reading> vitals) {
    this.plan = plan;
    this.processors = processors;
    this.vitals = vitals;
    eager =
        plan.phases().isEmpty()
            && plan.pacing() instanceof Pacing.ClosedLoop loop
            && loop.thinkTime().isNone();
    report = new TrustReport(plan.warmup(), processors);
    before = vitals.get();
  }

  /** The measurement starts: what was before it, a warm-up, does not count. */
  public void begun() {
    before = vitals.get();
  }

  /** Judges an interval; to be called when it has just ended. */
  public Strain interval(Interval interval) {
    Strain strain = strain(interval, usage());
    interval.grid().stream().filter(slot -> slot.end() <= interval.over()).forEach(batches::add);
    boolean whole = 2 * strain.length() >= plan.interval();
    Strain judged =
        whole
            ? strain.judged(excused(strain, interval))
            : strain; // a share of next to nothing misleads
    if (whole) {
      report.add(judged);
    }
    return judged;
  }

  /** When the run became steady, by the intervals up to now. */
  public Steady steady() {
    boolean open = plan.pacing() instanceof Pacing.OpenLoop;
    boolean changes =
        !plan.phases().isEmpty()
            || (plan.pacing() instanceof Pacing.OpenLoop loop && !loop.rates().isConstant());
    Steady.What what = open ? Steady.What.RESPONSE_TIME : Steady.What.TRANSACTIONS_PER_SECOND;
    return changes ? Steady.notJudged(what) : Steady.of(batches, what);
  }

  /** Of the intervals up to now. */
  public TrustReport report() {
    return report;
  }

  /**
   * Several intervals at once, as a collector has them that was late, share what was read after
   * them.
   */
  private Usage usage() {
    Reading now = vitals.get();
    Usage known = usage;
    if (known != null && 2 * (now.at() - before.at()) < plan.interval()) {
      return known.onceMore();
    }
    Usage fresh = Usage.between(before, now);
    usage = fresh;
    before = now;
    return fresh;
  }

  private Strain strain(Interval interval, Usage used) {
    long length = interval.end() - interval.start();
    Histogram late = interval.startedLate();
    boolean waited = late.getTotalCount() > 0;
    double lateness = sum(late);
    double response = sum(interval.series().get(0).response());
    return new Strain(
        interval.start(),
        interval.end(),
        used.ownCpu() / processors,
        used.machine(),
        used.server(),
        used.others(),
        used.stolen(),
        Math.min(1, used.queued() * length / atWork(interval)),
        used.gc() * length,
        interval.grid().stream().mapToLong(Slot::held).sum(),
        interval.wokenLate(),
        waited ? late.getValueAtPercentile(99) : Double.NaN,
        waited ? Math.min(1, lateness / Math.max(response, lateness)) : Double.NaN,
        missed(interval),
        used.clockStep(),
        used.swapIns(),
        used.majorFaults(),
        Set.of());
  }

  /**
   * A closed loop that shares processors with its server waits for them whoever is slow, and while
   * it waits the server works: that is no reason. Nor is a wait that is short beside any server but
   * the fastest.
   */
  private Set<Reason> excused(Strain strain, Interval interval) {
    Set<Reason> excused = EnumSet.noneOf(Reason.class);
    Series ended = interval.series().get(0);
    long count = ended.successes() + ended.retries() + ended.failures();
    double queued = strain.queued() * atWork(interval);
    if ((eager && servedMeanwhile(strain)) || queued < LITTLE * count) {
      excused.add(Reason.CPU_QUEUE);
    }
    if (interval.startedLate().getMean() < LITTLE) {
      excused.add(Reason.LATE_STARTS);
    }
    return excused;
  }

  /**
   * Whether no processor was left, and of what the generator did not get the server had the larger
   * part. Where it is not seen on this machine, or others took more, clients waited for nothing
   * that the server did.
   */
  private static boolean servedMeanwhile(Strain strain) {
    return strain.machineCpu() + strain.stolenCpu() >= SATURATED
        && strain.serverCpu() >= strain.othersCpu() + strain.stolenCpu();
  }

  /** The arrivals that waited for a client: those that waited at all, but for one a client. */
  private long missed(Interval interval) {
    long waiting = interval.grid().stream().mapToLong(Slot::waiting).max().orElse(0);
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
    Series transaction = interval.series().get(0);
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

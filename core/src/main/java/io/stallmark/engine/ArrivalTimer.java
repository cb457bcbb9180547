package io.stallmark.engine;

import io.stallmark.record.OperationSeries;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Makes clients wait until a transaction is meant to start, and records how late they were let go.
 * One for a run; thread-safe.
 *
 * <p>A sleep ends 50 to 150 µs late: the kernel's timer slack, 50 µs, and then the time to wake up.
 * So clients sleep until a little before their moment, by as much as sleeps have lately been late,
 * and spin for the rest. Only one spins at a time, and all in all no longer than an eighth of the
 * machine is worth, because the server may need the processors: the others sleep to the end.
 * Yielding instead of spinning was tried: on busy processors it gives away a time slice, 4 ms.
 */
final class ArrivalTimer {

  /** A run that ends does not wait for a distant arrival. */
  private static final long LONGEST_SLEEP = TimeUnit.MILLISECONDS.toNanos(100);

  /** Sleeps that end later than this are late for want of processors, and no margin helps. */
  private static final long WIDEST = TimeUnit.MICROSECONDS.toNanos(250);

  private static final double SHARE_OF_MACHINE = 1.0 / 8;
  private static final int MEMORY = 16; // the margin forgets a late sleep after about so many
  private static final int DIGITS = 3;

  private final Clock clock;
  private final long begin;
  private final long origin;
  private final double share; // of one processor
  private final Recorder latest = new Recorder(OperationSeries.LONGEST, DIGITS);
  private final Histogram lateness =
      new Histogram(OperationSeries.LONGEST, DIGITS); // but for the latest
  private @Nullable Histogram taken;
  private final AtomicBoolean spinning = new AtomicBoolean();
  private volatile long margin = WIDEST;
  private long spun; // nanoseconds; belongs to the one that spins

  /**
   * @param begin of the run, warm-up included
   * @param origin of the measurement
   */
  ArrivalTimer(Clock clock, long begin, long origin, int processors) {
    this.clock = clock;
    this.begin = begin;
    this.origin = origin;
    this.share = Math.min(1, SHARE_OF_MACHINE * processors);
  }

  /** Waits for the moment. Returns the time, before the moment only when the run ends. */
  long await(long moment, RunControl control) {
    long now = clock.now();
    if (now >= moment) {
      return now; // the client was busy: this lateness is not ours
    }
    while (now < moment && !control.startsNothing()) {
      now = moment - now > margin ? sleepTowards(moment, now) : lastPart(moment, now);
    }
    if (now >= moment && moment >= origin) {
      latest.recordValue(Math.min(now - moment, OperationSeries.LONGEST));
    }
    return now;
  }

  /** For the collector: what was late since it asked last; valid until it asks again. */
  Histogram latestLateness() {
    Histogram fresh = latest.getIntervalHistogram(taken);
    lateness.add(fresh);
    taken = fresh;
    return fresh;
  }

  /** For the collector. */
  Histogram lateness() {
    latestLateness();
    return lateness;
  }

  private long sleepTowards(long moment, long now) {
    long until = Math.min(moment - margin, now + LONGEST_SLEEP);
    clock.sleepUntil(until);
    long woken = clock.now();
    margin = Math.min(WIDEST, Math.max(woken - until, margin - margin / MEMORY));
    return woken;
  }

  private long lastPart(long moment, long now) {
    if (spinning.compareAndSet(false, true)) {
      try {
        if (spun <= share * (now - begin)) {
          clock.spinUntil(moment);
          long end = clock.now();
          spun += end - now;
          return end;
        }
      } finally {
        spinning.set(false);
      }
    }
    clock.sleepUntil(moment);
    return clock.now();
  }
}

package io.stallmark.engine.arrival;

import io.stallmark.record.OperationSeries;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Makes clients wait for the intended start of a transaction, and records how late they resume. One
 * instance per run; thread-safe.
 *
 * <p>A sleep ends 50 to 150 µs late: 50 µs are the kernel's timer slack, the rest is the wake-up.
 * Therefore a client sleeps until shortly before the intended start and then spins. The margin is
 * the recent lateness of sleeps. Only one client spins at a time. All spinning together uses at
 * most one eighth of the machine's processor time, because the server may need the processors. The
 * other clients sleep to the end. Yielding instead of spinning was tried: on busy processors it
 * gives up a time slice of 4 ms.
 */
public final class ArrivalTimer {

  /** Longest single sleep, so that the end of a run does not wait for a distant arrival. */
  private static final long LONGEST_SLEEP = TimeUnit.MILLISECONDS.toNanos(100);

  /**
   * Largest margin. A sleep that ends later than this waited for a processor, and no margin helps.
   */
  private static final long WIDEST = TimeUnit.MICROSECONDS.toNanos(250);

  private static final double SHARE_OF_MACHINE = 1.0 / 8;
  private static final int MEMORY = 16; // sleeps until a late one is mostly forgotten
  private static final int DIGITS = 3;

  private final Clock clock;
  private final BooleanSupplier ended;
  private final long begin;
  private final long origin;
  private final WarmUpPauses pauses;
  private final double share; // of one processor's time
  private final Recorder early = new Recorder(OperationSeries.LONGEST, DIGITS); // never read
  private final Recorder latest = new Recorder(OperationSeries.LONGEST, DIGITS);
  private final Histogram lateness =
      new Histogram(OperationSeries.LONGEST, DIGITS); // without those still in latest
  private @Nullable Histogram taken;
  private final AtomicBoolean spinning = new AtomicBoolean();
  private volatile long margin = WIDEST;
  private long spun; // nanoseconds; used only by the client that spins

  /**
   * @param ended whether the run ends, so that waiting is pointless
   * @param begin start of the run, warm-up included
   * @param origin start of the measurement
   * @param processors number of processors of the machine
   */
  public ArrivalTimer(Clock clock, BooleanSupplier ended, long begin, long origin, int processors) {
    this(clock, ended, begin, origin, processors, WarmUpPauses.of(clock, ended, begin, origin));
  }

  ArrivalTimer(
      Clock clock,
      BooleanSupplier ended,
      long begin,
      long origin,
      int processors,
      WarmUpPauses pauses) {
    this.clock = clock;
    this.ended = ended;
    this.begin = begin;
    this.origin = origin;
    this.pauses = pauses;
    this.share = Math.min(1, SHARE_OF_MACHINE * processors);
  }

  /** Returns the pauses of the warm-up. */
  WarmUpPauses pauses() {
    return pauses;
  }

  /**
   * Waits until {@code moment}. Returns the current time, which is before {@code moment} only when
   * the run ends.
   */
  long await(long moment) {
    long now = clock.now();
    if (now >= moment) {
      return now; // the client was busy: the timer did not cause this lateness
    }
    while (now < moment && !ended.getAsBoolean()) {
      now = moment - now > margin ? sleepTowards(moment, now) : lastPart(moment, now);
    }
    if (now >= moment) {
      Recorder recorder = moment >= origin ? latest : early; // the warm-up runs the same code
      recorder.recordValue(Math.min(now - moment, OperationSeries.LONGEST));
    }
    return now;
  }

  /**
   * Lateness since the previous call, nanoseconds; valid until the next call. Called only by the
   * collector.
   */
  public Histogram latestLateness() {
    Histogram fresh = latest.getIntervalHistogram(taken);
    lateness.add(fresh);
    taken = fresh;
    return fresh;
  }

  /** Lateness since the start of the measurement, nanoseconds. Called only by the collector. */
  public Histogram lateness() {
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

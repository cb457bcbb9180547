package io.stallmark.engine.arrival;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Pauses the clients of a closed loop during the warm-up while the JIT compiles. Busy clients leave
 * a compiler's thread a small share of saturated processors; without pauses, code of the first
 * seconds is still interpreted or profiled a minute later.
 *
 * <p>The clients pause if compilations took a quarter of the latest {@link #PERIOD} or more. They
 * pause for at most half of the warm-up so far, and not in its last quarter, so that the server is
 * under the full load again when the measurement begins. The clients check it themselves, because
 * the collector's thread is starved, too. Thread-safe.
 */
final class WarmUpPauses {

  /** Shortest time between two checks, and length of a pause, nanoseconds. */
  static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(200);

  private static final int BUSY = 4; // a backlog: compilations took 1 / BUSY of a period

  private final Clock clock;
  private final BooleanSupplier ended;
  private final LongSupplier compiled;
  private final long begin;
  private final long last; // no pause ends later
  private long checked; // guarded by this, like the next two
  private long compiledThen; // milliseconds
  private long paused;
  private volatile long due; // of the next check
  private volatile long until;

  /**
   * @param compiled elapsed time of all compilations that have ended, milliseconds
   */
  WarmUpPauses(Clock clock, BooleanSupplier ended, LongSupplier compiled, long begin, long origin) {
    this.clock = clock;
    this.ended = ended;
    this.compiled = compiled;
    this.begin = begin;
    last = origin - (origin - begin) / 4;
    checked = begin;
    compiledThen = compiled.getAsLong();
    due = begin + PERIOD;
    until = begin;
  }

  /**
   * Returns the pauses for this JVM; none if it does not compile or does not tell.
   *
   * @param ended whether the run ends, so that waiting is pointless
   * @param begin start of the warm-up
   * @param origin start of the measurement
   */
  static WarmUpPauses of(Clock clock, BooleanSupplier ended, long begin, long origin) {
    CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    boolean known = jit != null && jit.isCompilationTimeMonitoringSupported();
    return new WarmUpPauses(
        clock, ended, known ? jit::getTotalCompilationTime : () -> 0, begin, origin);
  }

  /**
   * Waits until a pause is over. Called during the warm-up before each transaction.
   *
   * @param free time from which the client is ready
   * @return time from which it may start: {@code free} without a pause
   */
  long await(long free) {
    long now = free;
    check(now);
    while (now < until && !ended.getAsBoolean()) {
      clock.sleepUntil(until);
      now = clock.now();
      check(now);
    }
    return now;
  }

  private void check(long now) {
    if (now >= due) {
      decide(now);
    }
  }

  private synchronized void decide(long now) {
    if (now < due) {
      return; // another client has
    }
    long compiling = compiled.getAsLong() - compiledThen;
    long busy = TimeUnit.MILLISECONDS.toNanos(compiling) * BUSY;
    if (busy >= now - checked && 2 * (paused + PERIOD) <= now - begin) {
      until = Math.min(now + PERIOD, last);
      paused += Math.max(0, until - now);
    }
    checked = now;
    compiledThen += compiling;
    due = now < last ? now + PERIOD : Long.MAX_VALUE;
  }
}

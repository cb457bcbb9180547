package io.stallmark.engine.arrival;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Pause of a closed loop's clients during the warm-up, until the JIT has compiled what is queued.
 * Where clients and server use all processors, the JIT gets as little of them as two clients, and
 * the client's hot code waits for longer than the warm-up. The last quarter of the warm-up has no
 * pause. Clients call {@link #await}; the collector calls {@link #tick}.
 */
public final class CompilerPause {

  private static final long BETWEEN = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(20);

  private final Clock clock;
  private final BooleanSupplier ended;
  private final BooleanSupplier compiles;
  private final long end;
  private long left; // nanoseconds of pauses
  private long look; // when to look at the queue next, on the clock
  private long since; // start of the current pause
  private volatile boolean pauses;

  /**
   * @param ended whether the run ends
   * @param begin start of the run, warm-up included
   * @param origin start of the measurement
   * @param compiles whether the JIT has something to do
   */
  CompilerPause(
      Clock clock, BooleanSupplier ended, long begin, long origin, BooleanSupplier compiles) {
    this.clock = clock;
    this.ended = ended;
    this.compiles = compiles;
    end = origin - (origin - begin) / 4;
    left = (origin - begin) / 2;
    look = begin + BETWEEN;
  }

  /** Waits for the end of a pause. Returns the time from which the client is ready. */
  long await(long free) {
    long now = free;
    while (pauses && !ended.getAsBoolean()) {
      clock.sleepUntil(clock.now() + LOOK);
      now = Math.max(free, clock.now());
    }
    return now;
  }

  /** Begins or ends a pause. Called every few milliseconds. */
  public void tick(long now) {
    if (now < look) {
      return;
    }
    boolean longer = now < end && left > 0 && compiles.getAsBoolean();
    if (pauses) {
      left -= now - since;
    }
    since = now;
    pauses = longer;
    look = now >= end ? Long.MAX_VALUE : now + (longer ? LOOK : BETWEEN);
  }

  /** Whether the JIT of this process has something to do. False if it does not tell. */
  static boolean compiles() {
    return queue().lines().map(String::strip).anyMatch(line -> !line.matches("|Empty|.*:"));
  }

  /** Returns HotSpot's list of what is compiled and queued. Empty if there is none. */
  static String queue() {
    try {
      ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
      String[] none = {};
      return String.valueOf(
          ManagementFactory.getPlatformMBeanServer().invoke(commands, "compilerQueue", none, none));
    } catch (JMException e) {
      return ""; // another Java
    }
  }
}

package io.stallmark.engine;

import io.stallmark.engine.arrival.Clock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Detects times in which this process was not scheduled: a separate thread only sleeps, and a late
 * end of a sleep shows that all threads were stopped, or that the processors were in use. The
 * collector cannot detect it itself while it writes results.
 */
final class SchedulingWatch implements AutoCloseable {

  /** Length of a sleep, nanoseconds. */
  static final long TICK = 20_000_000L;

  /**
   * Lateness from which the thread counts as not scheduled; the clients were probably not scheduled
   * either.
   */
  static final long LATE = 50_000_000L;

  private final Clock clock;
  private final Queue<Held> ended = new ConcurrentLinkedQueue<>();
  private volatile long due; // end of the current sleep
  private volatile boolean closed;
  private long worst; // lateness since it was last taken; guarded by this
  private long reported; // end of what the collector knows; used by the collector

  /** Receives a time in which the process was not scheduled. */
  interface Listener {
    void held(long from, long until);
  }

  private record Held(long from, long until) {}

  SchedulingWatch(Clock clock) {
    this.clock = clock;
    due = clock.now() + TICK;
    reported = clock.now();
  }

  /** Starts the thread, which ends after {@link #close}. */
  void start() {
    Thread thread =
        new Thread(
            () -> {
              while (!closed) {
                step();
              }
            },
            "scheduling-watch");
    thread.setDaemon(true);
    thread.start();
  }

  /** Sleeps once. */
  void step() {
    clock.sleepUntil(due);
    wake(clock.now());
  }

  private void wake(long now) {
    long late = now - due;
    synchronized (this) {
      worst = Math.max(worst, late);
    }
    if (late >= LATE) {
      ended.add(new Held(due, now)); // before the next sleep is visible
    }
    due = now + TICK;
  }

  /**
   * Passes on the times that have ended since the last call, and the one that lasts. For the
   * collector, before it closes intervals: the thread itself may not run yet.
   */
  void report(long now, Listener listener) {
    long sleeping = due; // read first: a sleep that ends meanwhile is in the queue
    for (Held held = ended.poll(); held != null; held = ended.poll()) {
      pass(held.from, held.until, listener);
    }
    if (now - sleeping >= LATE) {
      pass(sleeping, now, listener);
    }
  }

  private void pass(long from, long until, Listener listener) {
    long unknown = Math.max(from, reported);
    if (until > unknown) {
      listener.held(unknown, until);
      reported = until;
    }
  }

  /** Largest lateness of a sleep's end since the last call, nanoseconds. */
  synchronized long takeWorst() {
    long taken = worst;
    worst = 0;
    return taken;
  }

  @Override
  public void close() {
    closed = true;
  }
}

package io.stallmark.run.duet;

import io.stallmark.engine.arrival.Clock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Clock and gate of one side of a duet whose sides take turns. While the other side has its turn,
 * no transaction starts and the clock stands, so that the run has no time in which it waits.
 * Thread-safe.
 */
final class SideTurn implements Clock {

  /** Time after which a client that waits looks whether the run ends. */
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long LONGEST_SLEEP = TimeUnit.SECONDS.toNanos(1);

  private final Set<Thread> active = ConcurrentHashMap.newKeySet();
  private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
  private volatile Pace pace = new Pace(true, 0);
  private volatile boolean open;

  /** How the clock goes: behind the system's by {@code value}, or it stands at {@code value}. */
  private static final class Pace {
    final boolean moving;
    final long value;

    Pace(boolean moving, long value) {
      this.moving = moving;
      this.value = value;
    }
  }

  @Override
  public long now() {
    while (true) {
      Pace seen = pace;
      long now = seen.moving ? SYSTEM.now() - seen.value : seen.value;
      if (pace == seen) { // else the time was read after a change
        return now;
      }
    }
  }

  @Override
  public void sleepUntil(long moment) {
    Thread self = Thread.currentThread();
    waiting.add(self);
    for (long left = moment - now(); left > 0 && !self.isInterrupted(); left = moment - now()) {
      LockSupport.parkNanos(this, pace.moving ? Math.min(left, LONGEST_SLEEP) : LONGEST_SLEEP);
    }
    waiting.remove(self);
  }

  @Override
  public void spinUntil(long moment) {
    while (now() < moment) {
      if (!pace.moving) {
        sleepUntil(moment);
      }
      Thread.onSpinWait();
    }
  }

  /** Stops the clock. */
  void stop() {
    pace = new Pace(false, now());
  }

  /** Lets the clock go on. */
  void resume() {
    if (!pace.moving) {
      pace = new Pace(true, SYSTEM.now() - pace.value);
    }
    waiting.forEach(LockSupport::unpark);
  }

  /** Lets the clock go on, and transactions start. */
  void begin() {
    open = true;
    resume();
  }

  /** Lets no further transaction start. */
  void close() {
    open = false;
  }

  /** Whether no transaction is active. */
  boolean isQuiet() {
    return active.isEmpty();
  }

  /**
   * Waits until the calling client may start a transaction, or the run ends. Returns whether it had
   * to wait.
   */
  boolean enter(BooleanSupplier ended) {
    if (entered(ended)) {
      return false;
    }
    Thread self = Thread.currentThread();
    waiting.add(self);
    while (!entered(ended)) {
      LockSupport.parkNanos(this, LOOK);
    }
    waiting.remove(self);
    return true;
  }

  private boolean entered(BooleanSupplier ended) {
    active.add(Thread.currentThread()); // before the look at the gate, so that none slips through
    if (open || ended.getAsBoolean()) {
      return true;
    }
    leave();
    return false;
  }

  /** Reports that the calling client has no transaction. */
  void leave() {
    active.remove(Thread.currentThread());
  }
}

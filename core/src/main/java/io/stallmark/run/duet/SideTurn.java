package io.stallmark.run.duet;

import io.stallmark.engine.arrival.Clock;
import java.util.Map;
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

  private final Map<Thread, Presence> present = new ConcurrentHashMap<>();
  private volatile Pace pace = new Pace(true, 0);
  private volatile boolean open;

  /** What a thread does, an object for its whole life: a transaction allocates nothing. */
  private static final class Presence {
    volatile boolean active; // it has a transaction
    volatile boolean waiting; // for a time or for its turn
  }

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
    Presence presence = presence();
    presence.waiting = true;
    for (long left = moment - now(); left > 0 && !self.isInterrupted(); left = moment - now()) {
      LockSupport.parkNanos(this, pace.moving ? Math.min(left, LONGEST_SLEEP) : LONGEST_SLEEP);
    }
    presence.waiting = false;
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
    present.forEach(
        (thread, presence) -> {
          if (presence.waiting) {
            LockSupport.unpark(thread);
          }
        });
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
    return present.values().stream().noneMatch(presence -> presence.active);
  }

  /**
   * Waits until the calling client may start a transaction, or the run ends. Returns whether it had
   * to wait.
   */
  boolean enter(BooleanSupplier ended) {
    Presence presence = presence();
    if (entered(presence, ended)) {
      return false;
    }
    presence.waiting = true;
    while (!entered(presence, ended)) {
      LockSupport.parkNanos(this, LOOK);
    }
    presence.waiting = false;
    return true;
  }

  private boolean entered(Presence presence, BooleanSupplier ended) {
    presence.active = true; // before the look at the gate, so that none slips through
    if (open || ended.getAsBoolean()) {
      return true;
    }
    presence.active = false;
    return false;
  }

  /** Reports that the calling client has no transaction. */
  void leave() {
    presence().active = false;
  }

  private Presence presence() {
    Thread self = Thread.currentThread();
    Presence known = present.get(self);
    return known != null ? known : present.computeIfAbsent(self, thread -> new Presence());
  }
}

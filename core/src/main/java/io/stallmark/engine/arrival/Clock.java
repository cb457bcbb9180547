package io.stallmark.engine.arrival;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Monotonic clock in nanoseconds, passed as a parameter so that tests can replace it. */
public interface Clock {

  Clock SYSTEM = new SystemClock();

  long now();

  /**
   * Sleeps until {@code moment} or slightly longer. Returns earlier only when the thread is
   * interrupted.
   */
  void sleepUntil(long moment);

  /** Waits actively until {@code moment}; the thread uses a processor all the time. */
  void spinUntil(long moment);

  /** Clock that reads {@link System#nanoTime}. */
  final class SystemClock implements Clock {
    private SystemClock() {}

    @Override
    public long now() {
      return System.nanoTime();
    }

    @Override
    public void sleepUntil(long moment) {
      for (long left = moment - now(); left > 0; left = moment - now()) {
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
        LockSupport.parkNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
      }
    }

    @Override
    public void spinUntil(long moment) {
      while (now() < moment) {
        Thread.onSpinWait();
      }
    }
  }
}

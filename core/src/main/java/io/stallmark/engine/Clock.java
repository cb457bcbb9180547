package io.stallmark.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Time as a parameter: nanoseconds on a clock that never steps. */
public interface Clock {

  Clock SYSTEM = new SystemClock();

  long now();

  /** Returns at the moment or soon after it; earlier only when the thread is interrupted. */
  void sleepUntil(long moment);

  /** Returns at the moment, having kept a processor busy until then. */
  void spinUntil(long moment);

  /** {@link System#nanoTime}. */
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

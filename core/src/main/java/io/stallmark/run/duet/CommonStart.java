package io.stallmark.run.duet;

import io.stallmark.analysis.duet.DuetSeconds;
import io.stallmark.engine.arrival.Clock;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;

/** Start that both sides of a duet have in common, and their end. Thread-safe. */
final class CommonStart {

  /** Time until both sides have heard of the start. */
  private static final long LEAD = TimeUnit.MILLISECONDS.toNanos(50);

  private final Phaser steps =
      new Phaser(DuetSeconds.Side.values().length) {
        @Override
        protected boolean onAdvance(int step, int parties) {
          start = Clock.SYSTEM.now() + LEAD; // the last step decides
          return false;
        }
      };

  private volatile long start;
  private volatile boolean ended;

  /** Waits until the other side has come as far, or has ended. */
  void await() {
    steps.arriveAndAwaitAdvance();
  }

  /**
   * Waits until the other side is ready too. Returns when both begin, on the system's clock.
   *
   * @throws InterruptedException if the other side has ended
   */
  long begin() throws InterruptedException {
    await();
    if (steps.isTerminated()) {
      throw new InterruptedException("The other side has ended; nothing was measured.");
    }
    return start;
  }

  /** Whether no further transaction starts. */
  boolean ended() {
    return ended;
  }

  /** Ends both sides: no further transaction starts. */
  void end() {
    ended = true;
  }

  /** Releases a side that waits for one that has ended. */
  void abandon() {
    steps.forceTermination();
  }
}

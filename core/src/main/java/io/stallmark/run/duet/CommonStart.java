package io.stallmark.run.duet;

import io.stallmark.analysis.duet.DuetSeconds;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.arrival.Clock;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;

/** Start that both sides of a duet have in common, and their end. Thread-safe. */
final class CommonStart implements StartSignal {

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

  @Override
  public long begin(Clock clock) throws InterruptedException {
    await();
    if (steps.isTerminated()) {
      throw new InterruptedException("The other side has ended; nothing was measured.");
    }
    return start;
  }

  @Override
  public boolean ended() {
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

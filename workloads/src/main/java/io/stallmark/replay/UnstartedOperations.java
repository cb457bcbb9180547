package io.stallmark.replay;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Number of operations that the reader has queued and no client has started. Clients without
 * further operations wait until it is zero, so that all of them are there until the last operation
 * starts. Thread-safe.
 */
final class UnstartedOperations {

  private static final long LONGEST_WAIT = 100; // milliseconds, to see the end of a run

  private final AtomicLong count = new AtomicLong(1); // 1: the reader has not ended
  private final CountDownLatch none = new CountDownLatch(1);

  /** Counts an operation that was queued. */
  void add() {
    count.incrementAndGet();
  }

  /** Reports that an operation starts, or that it will not. */
  void remove() {
    if (count.decrementAndGet() == 0) {
      none.countDown();
    }
  }

  /** Reports that the reader has ended. */
  void complete() {
    remove();
  }

  /** Waits until the reader has ended and every operation has started, or the run ends. */
  void awaitNone(BooleanSupplier ended) {
    try {
      while (!ended.getAsBoolean() && !none.await(LONGEST_WAIT, TimeUnit.MILLISECONDS)) {}
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

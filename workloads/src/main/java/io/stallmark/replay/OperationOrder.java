package io.stallmark.replay;

import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Operations in the order in which the recording has their replies, numbered from 1. Another one
 * can wait until the first N of them are done. Thread-safe; one thread adds operations.
 */
final class OperationOrder {

  private static final long LONGEST_PARK = 20_000_000; // nanoseconds, to see the end of a run

  private final PriorityQueue<Long> early = new PriorityQueue<>(); // done before an earlier one
  private final PriorityQueue<Waiter> waiters = new PriorityQueue<>();
  private long added;
  private Place last = new Place(this, 0);
  private volatile long done; // the first operations up to this number are done

  /**
   * Number of an operation, or of the last of several.
   *
   * @param number from 1; 0: none
   */
  record Place(OperationOrder order, long number) {

    boolean isDone() {
      return order.done >= number;
    }

    /** Reports that this operation is done: it was answered, or is not sent. */
    void complete() {
      order.complete(number);
    }

    /**
     * Waits until all operations up to this one are done.
     *
     * @param nanos longest wait
     * @return whether they are done
     */
    boolean await(long nanos, BooleanSupplier ended) {
      return isDone() || order.await(number, nanos, ended);
    }
  }

  private record Waiter(long number, Thread thread) implements Comparable<Waiter> {

    @Override
    public int compareTo(Waiter other) {
      return Long.compare(number, other.number);
    }
  }

  /** Adds the next operation. */
  Place add() {
    added++;
    last = new Place(this, added);
    return last;
  }

  /** Place of the last operation so far. */
  Place last() {
    return last;
  }

  private synchronized void complete(long number) {
    if (number != done + 1) {
      early.add(number);
      return;
    }
    long until = number;
    while (!early.isEmpty() && early.peek() == until + 1) {
      early.remove();
      until++;
    }
    done = until;
    while (!waiters.isEmpty() && waiters.peek().number <= until) {
      LockSupport.unpark(waiters.remove().thread);
    }
  }

  private boolean await(long number, long nanos, BooleanSupplier ended) {
    long until = System.nanoTime() + nanos;
    Waiter waiter = new Waiter(number, Thread.currentThread());
    synchronized (this) {
      if (done >= number) {
        return true;
      }
      waiters.add(waiter);
    }
    for (long left = nanos; left > 0 && !ended.getAsBoolean(); left = until - System.nanoTime()) {
      LockSupport.parkNanos(this, Math.min(left, LONGEST_PARK));
      if (done >= number) {
        return true;
      }
    }
    synchronized (this) {
      waiters.remove(waiter);
      return done >= number;
    }
  }
}

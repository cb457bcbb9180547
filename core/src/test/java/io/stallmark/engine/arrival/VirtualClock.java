package io.stallmark.engine.arrival;

import java.util.PriorityQueue;
import java.util.function.IntSupplier;

/**
 * Time of a measured run that passes only while all its clients sleep. Then it becomes the moment
 * that the first of them waits for, so no client is late, however busy the machine is. The thread
 * that creates the clock must be the run's collector. Time does not pass faster than it looks.
 */
public final class VirtualClock implements Clock {

  private static final long LEAD = 50_000_000L; // nanoseconds between two looks of the collector

  private final Thread collector = Thread.currentThread();
  private final IntSupplier clients;
  private final PriorityQueue<Long> moments = new PriorityQueue<>(); // that clients wait for
  private int blocked;
  private long now = 1_000_000_000L;
  private long seen = now; // by the collector

  /**
   * @param clients number of clients that have begun and not ended; one that connects again counts
   *     or does not
   */
  public VirtualClock(IntSupplier clients) {
    this.clients = clients;
  }

  @Override
  public synchronized long now() {
    if (Thread.currentThread() == collector) {
      seen = now;
      pass();
    }
    return now;
  }

  @Override
  public synchronized void sleepUntil(long moment) {
    if (Thread.currentThread() == collector) {
      now = Math.max(now, moment);
      notifyAll();
    } else if (Thread.currentThread().getName().startsWith("client")) {
      moments.add(moment);
      pass();
      await(moment);
    } else {
      await(moment); // nobody's time depends on it
    }
  }

  @Override
  public void spinUntil(long moment) {
    sleepUntil(moment);
  }

  /** Lets a client do what waits for something else than time. */
  public void block(Runnable waiting) {
    blocked(1);
    try {
      waiting.run();
    } finally {
      blocked(-1);
    }
  }

  private synchronized void blocked(int more) {
    blocked += more;
    pass();
  }

  private void await(long moment) {
    try {
      while (now < moment) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pass() {
    if (moments.size() + blocked < Math.max(1, clients.getAsInt())) {
      return;
    }
    long latest = seen + LEAD;
    now = Math.max(now, moments.isEmpty() ? latest : Math.min(latest, moments.peek()));
    while (!moments.isEmpty() && moments.peek() <= now) {
      moments.remove();
    }
    notifyAll();
  }
}

package io.stallmark.capture;

import io.stallmark.spi.wire.OpenedSession;
import java.util.concurrent.atomic.AtomicInteger;

/** Numbers the sessions of a recording and connects them to its queue. Thread-safe. */
final class SessionRegistry {

  private final TrafficQueue queue;
  private final long start;
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();

  /**
   * Creates a registry without sessions.
   *
   * @param start {@link System#nanoTime} of the recording's start
   */
  SessionRegistry(TrafficQueue queue, long start) {
    this.queue = queue;
    this.start = start;
  }

  /** Begins the next session. */
  SessionTap open(OpenedSession opened) {
    open.incrementAndGet();
    return new SessionTap(queue, begun.incrementAndGet(), start, opened, open::decrementAndGet);
  }

  /** Nanoseconds since the start of the recording. */
  long elapsed() {
    return System.nanoTime() - start;
  }

  /** Number of sessions that have begun. */
  int begun() {
    return begun.get();
  }

  /** Number of sessions that have not ended. */
  int open() {
    return open.get();
  }
}

package io.stallmark.capture;

import io.stallmark.spi.wire.OpenedSession;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Copies the traffic of one session to the queue. Drops pieces that have no space there, and marks
 * the place. Each direction has one thread. No method waits.
 */
final class SessionTap implements AutoCloseable {

  private final TrafficQueue queue;
  private final int session;
  private final long start;
  private final Runnable ended;
  private final AtomicBoolean lossy = new AtomicBoolean();
  private final AtomicLong lostRequests = new AtomicLong();

  /**
   * Begins a session whose login is complete.
   *
   * @param start {@link System#nanoTime} of the recording's start
   * @param ended runs at the end of the session
   */
  SessionTap(TrafficQueue queue, int session, long start, OpenedSession opened, Runnable ended) {
    this.queue = queue;
    this.session = session;
    this.start = start;
    this.ended = ended;
    queue.add(new TrafficEvent.Opened(session, System.nanoTime() - start, opened));
  }

  /** Makes an event of a piece of the traffic. */
  private interface Piece {
    TrafficEvent event(int session, long time, byte[] bytes);
  }

  /** Copies bytes that the client sent and that were read just now. */
  void sent(byte[] buffer, int length) {
    copy(buffer, length, TrafficEvent.Sent::new, 1);
  }

  /** Copies bytes that the server replied and that were read just now. */
  void replied(byte[] buffer, int length) {
    copy(buffer, length, TrafficEvent.Replied::new, 0);
  }

  private void copy(byte[] buffer, int length, Piece piece, int requests) {
    long time = System.nanoTime() - start;
    if (queue.closed()) {
      return;
    }
    if (queue.reserve(length)) {
      markLoss(time);
      queue.add(piece.event(session, time, Arrays.copyOf(buffer, length)));
    } else {
      lostRequests.addAndGet(requests);
      lossy.set(true);
    }
  }

  /** Ends the session after both directions have ended. */
  @Override
  public void close() {
    long time = System.nanoTime() - start;
    markLoss(time);
    queue.add(new TrafficEvent.Closed(session, time));
    ended.run();
  }

  private void markLoss(long time) {
    if (lossy.get() && lossy.compareAndSet(true, false)) {
      queue.add(new TrafficEvent.Lost(session, time, lostRequests.getAndSet(0)));
    }
  }
}

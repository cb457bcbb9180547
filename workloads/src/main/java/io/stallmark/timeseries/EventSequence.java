package io.stallmark.timeseries;

import io.stallmark.spi.DbException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands out the events, each once and in order, to all clients. One that a client could not finish
 * stays in its hand, across a new connection too, so that no gap remains. Thread-safe.
 */
final class EventSequence {

  private final long most;
  private final AtomicLong next = new AtomicLong();
  private final Map<Integer, Hand> hands = new ConcurrentHashMap<>();

  /**
   * @param most how many there can be
   */
  EventSequence(long most) {
    this.most = most;
  }

  /** The events before this one are in. */
  void goOnWith(long event) {
    next.set(event);
  }

  /** How many were handed out or were in before. */
  long count() {
    return next.get();
  }

  /** What this client holds, whatever connection it has. */
  Hand hand(int client) {
    return hands.computeIfAbsent(client, number -> new Hand());
  }

  /** At most one event. Used by one client. */
  final class Hand {

    private static final long NONE = -1;

    private long event = NONE;
    private boolean doubtful;

    /** The event in hand, or the next one. */
    long take() throws DbException {
      if (event == NONE) {
        long taken = next.getAndIncrement();
        if (taken >= most) {
          throw new DbException(
              DbException.Kind.FATAL,
              "TIME",
              "After " + most + " events no ts is left; more sensors make more of them",
              null);
        }
        event = taken;
      }
      return event;
    }

    boolean isEmpty() {
      return event == NONE;
    }

    /** Nobody knows how much of it is in. */
    void doubt() {
      doubtful = true;
    }

    boolean isDoubtful() {
      return doubtful;
    }

    void done() {
      event = NONE;
      doubtful = false;
    }
  }
}

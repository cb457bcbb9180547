package io.stallmark.timeseries;

import io.stallmark.spi.DbException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands out the events to all clients, each once and in order. An event that a client could not
 * finish stays with this client, also after a reconnection, so that no gap remains. Thread-safe.
 */
final class EventSequence {

  /** Name of the number of events in a record of acknowledged events. */
  static final String EVENTS = "events";

  private final long most;
  private final AtomicLong next = new AtomicLong();
  private final Map<Integer, Hand> hands = new ConcurrentHashMap<>();

  /** The slots of all clients, as an array, so that {@link #settled} allocates nothing. */
  private volatile Hand[] all = {};

  /**
   * @param most maximum number of events
   */
  EventSequence(long most) {
    this.most = most;
  }

  /** Continues with this event; all events before it are in the table. */
  void goOnWith(long event) {
    next.set(event);
  }

  /** Number of events that were handed out or were in the table before. */
  long count() {
    return next.get();
  }

  /** Number of first events that are completely in the table: no client still inserts one. */
  long settled() {
    long settled = Math.min(next.get(), most); // read first: later events are not below it
    for (Hand hand : all) {
      long event = hand.event;
      if (event != Hand.NONE) {
        settled = Math.min(settled, event);
      }
    }
    return settled;
  }

  /**
   * Record of the events that are in the table: all of {@code events} but the unfinished event of
   * each client. Called when the clients have ended.
   */
  Map<String, Long> acknowledged() {
    Map<String, Long> numbers = new TreeMap<>(Map.of(EVENTS, Math.min(next.get(), most)));
    hands.forEach(
        (client, hand) -> {
          if (!hand.isEmpty()) {
            numbers.put("unfinished." + client, hand.event);
          }
        });
    return numbers;
  }

  /** Returns the slot of a client, the same for all its connections. */
  synchronized Hand hand(int client) {
    Hand hand = hands.computeIfAbsent(client, number -> new Hand());
    all = hands.values().toArray(Hand[]::new);
    return hand;
  }

  /** Slot for at most one event. Used by one client. */
  final class Hand {

    private static final long NONE = -1;

    private volatile long event = NONE;
    private boolean doubtful;

    /** Returns the event in the slot, or else takes the next one. */
    long take() throws DbException {
      if (event == NONE) {
        event = next.get(); // until it is taken, so that settled() is never above it
        long taken = next.getAndIncrement();
        if (taken >= most) {
          event = NONE;
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

    /** Records that the event may be inserted in part. */
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

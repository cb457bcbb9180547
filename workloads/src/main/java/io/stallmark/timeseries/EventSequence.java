package io.stallmark.timeseries;

import io.stallmark.data.SequenceGaps;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Tally;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands out the events to all clients, each once and in order. On one of several machines, only
 * every n-th event. An event that a client could not finish stays with this client, also after a
 * reconnection, so that no gap remains. Thread-safe.
 */
final class EventSequence {

  /** Name of the number of events in a record of acknowledged events. */
  static final String EVENTS = "events";

  private static final String UNFINISHED = "unfinished.";

  private final long most;
  private final AtomicLong own = new AtomicLong(); // number of events handed out
  private final Map<Integer, Hand> hands = new ConcurrentHashMap<>();
  private volatile long first;
  private volatile int machine;
  private volatile int machines = 1;
  private volatile SequenceGaps gaps = new SequenceGaps(0, 0);

  /** The slots of all clients, as an array, so that {@link #settled} allocates nothing. */
  private volatile Hand[] all = {};

  /**
   * @param most maximum number of events
   */
  EventSequence(long most) {
    this.most = most;
  }

  /** Hands out every n-th event only, as one of n machines. */
  void share(int number, int count) {
    machine = number;
    machines = count;
  }

  /** Continues with this event; all events before it are in the table. */
  void goOnWith(long event) {
    first = event;
    own.set(0);
    gaps = new SequenceGaps(event, most);
  }

  private long event(long number) {
    return first + machine + number * machines;
  }

  /**
   * Number of events that were handed out or were in the table before. On one of several machines,
   * about the number of all machines together.
   */
  long count() {
    return event(own.get()) - machine;
  }

  /**
   * Number of first events that are completely in the table: no client still inserts one. On one of
   * several machines, those of the others are not known while they run.
   */
  long settled() {
    if (machines > 1) {
      return first;
    }
    SequenceGaps others = gaps;
    if (others.areKnown()) {
      return others.settled();
    }
    long settled = Math.min(count(), most); // read first: later events are not below it
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
    SequenceGaps others = gaps;
    if (others.areKnown()) {
      return Map.of(EVENTS, others.settled());
    }
    Map<String, Long> numbers = new TreeMap<>(Map.of(EVENTS, Math.min(count(), most)));
    numbers.putAll(unfinished());
    return numbers;
  }

  private Map<String, Long> unfinished() {
    Map<String, Long> numbers = new TreeMap<>();
    hands.forEach(
        (client, hand) -> {
          if (!hand.isEmpty()) {
            numbers.put(UNFINISHED + client, hand.event);
          }
        });
    return numbers;
  }

  /** What the clients of this machine did. */
  Tally tally() {
    return Tally.of(
        SequenceGaps.report(machine, machines, event(own.get()), unfinished().values()));
  }

  /** Adds the {@link #tally} of another machine. */
  void add(Tally tally) {
    gaps.add(tally.numbers());
  }

  /** Events that several machines have left out. */
  SequenceGaps gaps() {
    return gaps;
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
        event = event(own.get()); // until it is taken, so that settled() is never above it
        long taken = event(own.getAndIncrement());
        if (taken >= most) {
          event = NONE;
          throw new DbException(
              DbException.Kind.FATAL,
              "TIME",
              "After " + most + " events no ts is left; more sensors make more of them");
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

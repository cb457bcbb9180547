package io.stallmark.capture;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Copies of the traffic on their way to the recorder: many writers, one reader. Limited by bytes.
 * Writers never wait and wake nobody: the reader looks for itself.
 */
final class TrafficQueue {

  /** Heap that a piece takes in addition to its bytes, so that small pieces count in full. */
  static final int OVERHEAD = 96;

  private final ConcurrentLinkedQueue<TrafficEvent> events = new ConcurrentLinkedQueue<>();
  private final AtomicLong size = new AtomicLong();
  private final long capacity;
  private volatile boolean closed;

  /**
   * Creates a queue.
   *
   * @param capacity limit of all pieces together, bytes
   */
  TrafficQueue(long capacity) {
    this.capacity = capacity;
  }

  /**
   * Reserves space for a piece of the traffic, which {@link #add} follows. False: there is none.
   */
  boolean reserve(int bytes) {
    if (size.addAndGet(bytes + OVERHEAD) <= capacity) {
      return true;
    }
    release(bytes);
    return false;
  }

  /** Appends an event. A piece of the traffic needs a reservation first. */
  void add(TrafficEvent event) {
    if (!closed) {
      events.add(event);
    }
  }

  /** Takes the oldest event; null: there is none now. */
  @Nullable TrafficEvent poll() {
    TrafficEvent event = events.poll();
    if (event instanceof TrafficEvent.Sent sent) {
      release(sent.bytes().length);
    } else if (event instanceof TrafficEvent.Replied replied) {
      release(replied.bytes().length);
    }
    return event;
  }

  private void release(int bytes) {
    size.addAndGet(-bytes - OVERHEAD);
  }

  /** Whether the recording has ended, so that copies are useless. */
  boolean closed() {
    return closed;
  }

  /** Drops all events, now and later. */
  void close() {
    closed = true;
    events.clear();
  }
}

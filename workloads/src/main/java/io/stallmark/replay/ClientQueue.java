package io.stallmark.replay;

import io.stallmark.replay.ReplayItem.Sent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Items of one client, or of all clients if sessions are not kept. Thread-safe. */
final class ClientQueue {

  private static final long LONGEST_WAIT = 20; // milliseconds, to see the end of a run

  private final AtomicLong buffered;
  private final UnstartedOperations unstarted;
  private final Deque<ReplayItem> items = new ArrayDeque<>();
  private boolean complete;

  /**
   * @param buffered size of the items of all queues, bytes
   * @param unstarted operations of all queues
   */
  ClientQueue(AtomicLong buffered, UnstartedOperations unstarted) {
    this.buffered = buffered;
    this.unstarted = unstarted;
  }

  synchronized void add(ReplayItem item) {
    items.add(item);
    if (item instanceof Sent sent) {
      buffered.addAndGet(sent.bytes());
    }
    notify();
  }

  /** Reports that nothing will be added. */
  synchronized void complete() {
    complete = true;
    notifyAll();
  }

  /**
   * Takes the next item and waits for it; null: the operations of all clients have started, or the
   * run ends.
   *
   * @param inOrder gets an operation that is taken before another client takes the next one
   */
  @Nullable ReplayItem take(BooleanSupplier ended, Consumer<Sent> inOrder) {
    ReplayItem item = poll(ended, inOrder);
    if (item == null) {
      unstarted.awaitNone(ended);
    }
    return item;
  }

  private synchronized @Nullable ReplayItem poll(BooleanSupplier ended, Consumer<Sent> inOrder) {
    while (items.isEmpty() && !complete && !ended.getAsBoolean()) {
      try {
        wait(LONGEST_WAIT);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
    }
    ReplayItem item = items.poll();
    if (item instanceof Sent sent) {
      buffered.addAndGet(-sent.bytes());
      inOrder.accept(sent);
    }
    return item;
  }

  /** Number of operations that no client took. */
  synchronized long operations() {
    return items.stream().filter(Sent.class::isInstance).count();
  }
}

package io.stallmark.linkbench.request;

import io.stallmark.spi.workload.Slice;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ids of new nodes if the database does not generate them. Client i of n uses first + i, first + i
 * + n, …; first is greater than the ids of all stored nodes. After a lost connection, the next
 * client of the same slice continues the sequence. Thread-safe.
 */
final class NodeIds {

  private final Map<Integer, Sequence> sequences = new ConcurrentHashMap<>();
  private volatile long first;

  /** Starts new sequences. */
  void begin(long firstNode) {
    first = firstNode;
    sequences.clear();
  }

  Sequence of(Slice slice) {
    return sequences.computeIfAbsent(
        slice.index(), index -> new Sequence(first + index, slice.count()));
  }

  /** Used by one thread at a time. */
  static final class Sequence {

    private final int step;
    private long next;

    private Sequence(long first, int step) {
      next = first;
      this.step = step;
    }

    long next() {
      return next;
    }

    void used() {
      next += step;
    }
  }
}

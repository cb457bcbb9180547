package io.stallmark.linkbench.request;

import io.stallmark.spi.workload.Slice;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The ids of new nodes where the database does not number them: client i of n takes first + i,
 * first + i + n, … from the first above all that are stored. Clients that follow each other as one
 * slice, after a lost connection, go on with one sequence. Thread-safe.
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

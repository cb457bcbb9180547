package io.stallmark.insertbench;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Transactions of the inserter and the deleter of a client group, neither of which may be far ahead
 * of the other. Thread-safe for one of each.
 */
final class GroupProgress {

  private static final long PAUSE = 50_000; // nanoseconds; short against a transaction

  private final boolean deletes;
  private final int lead; // transactions that the deleter may be ahead of the inserter
  private volatile long inserted;
  private volatile long deleted;
  private volatile long rows;
  private volatile boolean indexing;
  private volatile long pending; // start of a delete that failed

  /**
   * @param deletes whether there is a deleter
   * @param paced whether arrivals decide when inserts and deletes are due, so that the deleter need
   *     not wait for each insert
   */
  GroupProgress(boolean deletes, boolean paced) {
    this.deletes = deletes;
    lead = paced ? InsertBenchOptions.AHEAD : 0;
  }

  /** Waits until the inserter may continue; false: the run ends. */
  boolean awaitInsert(BooleanSupplier ended) {
    while (deletes && inserted - deleted >= InsertBenchOptions.AHEAD) {
      if (ended.getAsBoolean()) {
        return false;
      }
      LockSupport.parkNanos(PAUSE);
    }
    return true;
  }

  /** Waits until the deleter may continue; false: the run ends. */
  boolean awaitDelete(BooleanSupplier ended) {
    while (deleted >= inserted + lead) {
      if (ended.getAsBoolean()) {
        return false;
      }
      LockSupport.parkNanos(PAUSE);
    }
    return true;
  }

  /** Waits until as many transactions have deleted as inserted; false: the run ends. */
  boolean awaitEqual(BooleanSupplier ended) {
    while (deletes && deleted < inserted) {
      if (ended.getAsBoolean()) {
        return false;
      }
      LockSupport.parkNanos(PAUSE);
    }
    return true;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  void inserted(int count) {
    rows += count;
    inserted++;
  }

  /** Number of rows that the inserter has inserted. */
  long rows() {
    return rows;
  }

  /** Whether the inserter has to create the indexes now: the first call. */
  boolean startIndexes() {
    boolean first = !indexing;
    indexing = true;
    return first;
  }

  /** Start of the deleter's transaction that has not succeeded; 0: there is none. */
  long pendingDelete() {
    return pending;
  }

  /** Sets the start of the deleter's transaction, which a new client repeats if it fails. */
  void deletes(long start) {
    pending = start;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  void deleted() {
    pending = 0;
    deleted++;
  }
}

package io.stallmark.insertbench;

import io.stallmark.data.Rng;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What the clients of a run have done to a table. Thread-safe. */
final class TableProgress {

  private final AtomicLong next = new AtomicLong();
  private final AtomicLong oldest = new AtomicLong();
  private final LongAdder inserted = new LongAdder();
  private volatile long before;
  private volatile long first;

  /**
   * Sets the ids that the run found.
   *
   * @param first smallest id; 0: no rows
   * @param last greatest id; 0: no rows
   */
  void begin(long first, long last) {
    oldest.set(first);
    next.set(last + 1);
    before = last;
    this.first = first;
  }

  /**
   * Makes the draws of a client depend on the rows before the run. Otherwise each step would insert
   * the rows of the first one again, next to them in every index.
   */
  void draw(Rng rng) {
    rng.reseed(rng.nextLong(), before);
  }

  /** Takes ids for this many rows; returns the first. */
  long takeIds(int rows) {
    return next.getAndAdd(rows);
  }

  /** Takes the range of ids from which the next transaction deletes; returns its start. */
  long takeOldest(int rows) {
    return oldest.getAndAdd(rows);
  }

  /** Smallest id from which rows are deleted next. */
  long oldest() {
    return oldest.get();
  }

  /** Whether deletes have reached, or may have reached, rows of this run. */
  boolean deletesReachInserts() {
    return oldest.get() > before + 1;
  }

  /**
   * Adds what the clients of another machine did.
   *
   * @param rows number of rows that they inserted
   * @param id smallest id from which they would delete next
   */
  void add(long rows, long id) {
    inserted.add(rows);
    oldest.accumulateAndGet(id, Math::max);
  }

  void inserted(int rows) {
    inserted.add(rows);
  }

  /** Number of rows of which the server has acknowledged the insert. */
  long acknowledged() {
    return inserted.sum();
  }

  /** Greatest id before the run. */
  long before() {
    return before;
  }

  /** Number of rows before the run, if their ids have no gaps. */
  long rowsBefore() {
    return before == 0 ? 0 : before - first + 1;
  }
}

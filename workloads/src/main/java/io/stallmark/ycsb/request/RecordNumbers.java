package io.stallmark.ycsb.request;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Numbers of the records: the last one that is there, and the next one to insert. A number counts
 * as there when all smaller ones are there too, as in YCSB's {@code AcknowledgedCounterGenerator}.
 * Thread-safe; does not allocate between two operations.
 */
public final class RecordNumbers {

  /** Inserts that may be under way while an earlier one is; YCSB's number. */
  private static final int WINDOW = 1 << 20;

  private final BitSet inserted = new BitSet(WINDOW);
  private long[] failed = new long[16];
  private int failures;
  private long next;
  private volatile long last = -1;

  /** Starts after this record. */
  public synchronized void startAfter(long record) {
    inserted.clear();
    failures = 0;
    last = record;
    next = record + 1;
  }

  /** Number of the last record that is there with all before it; −1: there is none. */
  public long last() {
    return last;
  }

  /** Returns the number of a record to insert: one whose insert has failed, or the next. */
  public synchronized long take() {
    return failures > 0 ? failed[--failures] : next++;
  }

  /** Notes that a record is there. */
  public synchronized void inserted(long record) {
    if (record - last > WINDOW) {
      throw new IllegalStateException("Record " + last + " was never inserted");
    }
    inserted.set((int) (record % WINDOW));
    long there = last;
    while (inserted.get((int) ((there + 1) % WINDOW))) {
      there++;
      inserted.clear((int) (there % WINDOW));
    }
    last = there;
  }

  /** Notes that an insert has failed, so that another client inserts the record. */
  public synchronized void failed(long record) {
    if (failures == failed.length) {
      failed = Arrays.copyOf(failed, 2 * failures);
    }
    failed[failures++] = record;
  }
}

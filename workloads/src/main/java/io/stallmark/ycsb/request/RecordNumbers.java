package io.stallmark.ycsb.request;

import io.stallmark.data.SequenceGaps;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Numbers of the records: the last one that is there, and the next one to insert. A number counts
 * as there when all smaller ones are there too, as in YCSB's {@code AcknowledgedCounterGenerator}.
 * On one of several machines, the records that others insert are left out of the numbering; {@link
 * #record} returns the number in the table. Thread-safe; does not allocate between two operations.
 */
public final class RecordNumbers {

  /** Inserts that may be under way while an earlier one is; YCSB's number. */
  private static final int WINDOW = 1 << 20;

  private final boolean[] inserted = new boolean[WINDOW]; // a BitSet would look for its last bit
  private long[] failed = new long[16];
  private int failures;
  private long next;
  private volatile long last = -1;
  private volatile long before = -1;
  private volatile int machine;
  private volatile int machines = 1;

  /** Inserts every n-th record only, as one of n machines. */
  public void share(int number, int count) {
    machine = number;
    machines = count;
  }

  /** Number in the table of a record. */
  public long record(long number) {
    long inserts = number - before - 1;
    return inserts < 0 ? number : before + 1 + inserts * machines + machine;
  }

  /**
   * What this machine did, by numbers in the table, for {@link SequenceGaps}. Called when the
   * clients have ended.
   */
  public synchronized Map<String, Long> report() {
    List<Long> missing = Arrays.stream(failed).limit(failures).map(this::record).boxed().toList();
    return SequenceGaps.report(machine, machines, record(next), missing);
  }

  /** Starts after this record. */
  public synchronized void startAfter(long record) {
    before = record;
    Arrays.fill(inserted, false);
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
    inserted[(int) (record % WINDOW)] = true;
    long there = last;
    while (inserted[(int) ((there + 1) % WINDOW)]) {
      there++;
      inserted[(int) (there % WINDOW)] = false;
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

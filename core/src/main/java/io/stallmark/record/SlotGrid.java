package io.stallmark.record;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Slots of a role in an interval that is not yet closed. Times are nanoseconds since the interval's
 * start.
 */
final class SlotGrid {

  private final int length;
  private final int kinds;
  private final long[] completions;
  private final long[] progress;
  private final long[] first;
  private final long[] last;
  private final long[] longest;
  private final long[] response;
  private final long[] due;
  private final long[] second;
  private final long[] waiting; // by samples
  private final long[] ended; // after the slot, of those that were due in it
  private final long[] held;
  private final long[] slowest; // one for each slot and kind

  SlotGrid(int length, int kinds) {
    this.length = length;
    this.kinds = kinds;
    completions = new long[length];
    progress = new long[length];
    first = new long[length];
    last = new long[length];
    longest = new long[length];
    response = new long[length];
    due = new long[length];
    second = new long[length];
    waiting = new long[length];
    ended = new long[length];
    held = new long[length];
    slowest = new long[length * kinds];
    clear();
  }

  void clear() {
    for (int i = 0; i < length; i++) {
      first[i] = (i + 1) * ProgressSlot.LENGTH;
      last[i] = i * ProgressSlot.LENGTH;
    }
    Arrays.fill(completions, 0);
    Arrays.fill(progress, 0);
    Arrays.fill(longest, 0);
    Arrays.fill(response, 0);
    Arrays.fill(due, ProgressSlot.NONE);
    Arrays.fill(second, ProgressSlot.NONE);
    Arrays.fill(waiting, 0);
    Arrays.fill(ended, 0);
    Arrays.fill(held, 0);
    Arrays.fill(slowest, 0);
  }

  /**
   * Counts a transaction that ended. One that ended outside the interval counts in the nearest
   * slot.
   */
  void transaction(boolean success, long at, long took) {
    int slot = index(at);
    longest[slot] = Math.max(longest[slot], took);
    if (success) {
      completions[slot]++;
      response[slot] += took;
    }
    long since = at - took;
    for (int i = slot - 1; i >= 0 && since < (i + 1) * ProgressSlot.LENGTH; i--) {
      due[i] = Math.min(due[i], since); // the collector may not have sampled it
      ended[i]++;
    }
  }

  /** Counts units of progress. Progress outside the interval counts in the nearest slot. */
  void progress(long at, long units) {
    int slot = index(at);
    long within =
        Math.max(slot * ProgressSlot.LENGTH, Math.min(at, (slot + 1) * ProgressSlot.LENGTH));
    progress[slot] += units;
    first[slot] = Math.min(first[slot], within);
    last[slot] = Math.max(last[slot], within);
  }

  /** Records a statement that took at least a slot. */
  void slow(int kind, long at, long service) {
    int cell = index(at) * kinds + kind;
    slowest[cell] = Math.max(slowest[cell], service);
  }

  /**
   * Records waiting transactions.
   *
   * @param oldest intended start of the oldest
   * @param secondOldest intended start of the second oldest that is in flight
   * @param count number of waiting transactions
   */
  void waits(long at, long oldest, long secondOldest, long count) {
    int slot = index(at);
    due[slot] = Math.min(due[slot], oldest);
    second[slot] = Math.min(second[slot], secondOldest);
    waiting[slot] = Math.max(waiting[slot], count);
  }

  /** Records that the load generator was not scheduled in a period. */
  void held(long from, long until) {
    for (int i = index(from); i <= index(until); i++) {
      long inside =
          Math.min(until, (i + 1) * ProgressSlot.LENGTH) - Math.max(from, i * ProgressSlot.LENGTH);
      held[i] += Math.max(0, inside);
    }
  }

  /** Writes the slots, for {@link #add}. */
  void write(DataOutputStream out) throws IOException {
    IntervalForm.number(out, length);
    for (int i = 0; i < length; i++) {
      IntervalForm.number(out, completions[i]);
      IntervalForm.number(out, progress[i]);
      IntervalForm.number(out, first[i]);
      IntervalForm.number(out, last[i]);
      IntervalForm.number(out, longest[i]);
      IntervalForm.number(out, response[i]);
      out.writeLong(due[i]);
      out.writeLong(second[i]);
      IntervalForm.number(out, waiting(i));
      IntervalForm.number(out, held[i]);
    }
    for (long each : slowest) {
      IntervalForm.number(out, each);
    }
  }

  /**
   * Adds the slots of another machine. The waiting transactions are at most the sum of both, and a
   * slot is unscheduled as long as on the machine where that is longest.
   */
  void add(ByteBuffer in) throws IOException {
    if (IntervalForm.number(in) != length) {
      throw new IOException("An interval has another length than this run's");
    }
    for (int i = 0; i < length; i++) {
      completions[i] += IntervalForm.number(in);
      progress[i] += IntervalForm.number(in);
      first[i] = Math.min(first[i], IntervalForm.number(in));
      last[i] = Math.max(last[i], IntervalForm.number(in));
      longest[i] = Math.max(longest[i], IntervalForm.number(in));
      response[i] += IntervalForm.number(in);
      waits(i, in.getLong());
      waits(i, in.getLong());
      waiting[i] += IntervalForm.number(in);
      held[i] = Math.max(held[i], IntervalForm.number(in));
    }
    for (int i = 0; i < slowest.length; i++) {
      slowest[i] = Math.max(slowest[i], IntervalForm.number(in));
    }
  }

  /** Records that another transaction waits, which is one of the two oldest of its machine. */
  private void waits(int slot, long since) {
    second[slot] = Math.min(second[slot], Math.max(due[slot], since));
    due[slot] = Math.min(due[slot], since);
  }

  long[] completions(int count) {
    return Arrays.copyOf(completions, Math.min(count, length));
  }

  /**
   * Current values of a slot, with times since the start of the measurement.
   *
   * @param start start of the interval
   */
  ProgressSlot slot(int i, long start) {
    return new ProgressSlot(
        start + i * ProgressSlot.LENGTH,
        completions[i],
        progress[i],
        start + first[i],
        start + last[i],
        longest[i],
        response[i],
        due[i] == ProgressSlot.NONE ? ProgressSlot.NONE : start + due[i],
        second[i] == ProgressSlot.NONE ? ProgressSlot.NONE : start + second[i],
        waiting(i),
        held[i],
        slowest(i));
  }

  private long waiting(int slot) {
    return Math.max(waiting[slot], ended[slot]);
  }

  private List<Long> slowest(int slot) {
    long[] own = Arrays.copyOfRange(slowest, slot * kinds, (slot + 1) * kinds);
    return Arrays.stream(own).allMatch(nanos -> nanos == 0)
        ? List.of()
        : Arrays.stream(own).boxed().toList();
  }

  private int index(long at) {
    return (int) Math.max(0, Math.min(length - 1, at / ProgressSlot.LENGTH));
  }
}

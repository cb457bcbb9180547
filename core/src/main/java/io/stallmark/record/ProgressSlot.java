package io.stallmark.record;

import java.util.List;

/**
 * Progress of a role in 100 ms of a run. Stalls are detected slot by slot. Times are nanoseconds
 * since the start of the measurement.
 *
 * @param start start of the slot
 * @param completions transactions that succeeded in it
 * @param progress progress in it, in the role's unit; if that is transactions, failed ones count
 * @param first time of the first progress; the slot's end when there is none
 * @param last time of the last progress; the slot's start when there is none
 * @param longest longest response time of the transactions that ended in it, successful or not
 * @param response sum of the successful transactions' response times
 * @param due earliest intended start of the transactions that waited in it; {@link #NONE}: none
 *     waited
 * @param second the same for the second oldest transaction in flight
 * @param waiting largest number of transactions seen that were due and had not ended
 * @param unscheduled how long the load generator was not scheduled
 * @param slowest longest service time of each kind of statement that ended in it, in the recorder's
 *     order of all kinds; 0 when shorter than a slot; empty when all are 0
 */
public record ProgressSlot(
    long start,
    long completions,
    long progress,
    long first,
    long last,
    long longest,
    long response,
    long due,
    long second,
    long waiting,
    long unscheduled,
    List<Long> slowest) {

  /** Length of a slot, nanoseconds. */
  public static final long LENGTH = Interval.SLOT;

  /** Value of {@link #due} and {@link #second} when no such transaction was waiting. */
  public static final long NONE = Long.MAX_VALUE;

  public ProgressSlot {
    slowest = List.copyOf(slowest);
  }

  public long end() {
    return start + LENGTH;
  }
}

package io.stallmark.record;

import java.util.List;

/**
 * A tenth of a second of a role in the run, the grid on which stalls are looked for. Times are
 * nanoseconds since the measurement started.
 *
 * @param completions transactions that succeeded in it
 * @param progress what was done in it, in the role's unit; of transactions the same
 * @param first when the first of that was done; the slot's end when there is none
 * @param last when the last of it was done; the slot's start when there is none
 * @param longest the longest response time of what ended in it, however that went
 * @param response the sum of the successful transactions' response times
 * @param due since when the oldest transaction that was waiting in it had been due; {@link #NONE}:
 *     none was
 * @param second the same of the second oldest that a client was busy with
 * @param waiting the most transactions seen that were due and had not ended
 * @param held how long the generator itself did not get to run
 * @param slowest for each kind of statement the longest service time of what ended in it, where
 *     that is a slot or more, else 0, in the recorder's order of all kinds; empty when all are 0
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
    long held,
    List<Long> slowest) {

  /** Length, in nanoseconds. */
  public static final long LENGTH = Interval.SLOT;

  /** No transaction was waiting. */
  public static final long NONE = Long.MAX_VALUE;

  public ProgressSlot {
    slowest = List.copyOf(slowest);
  }

  public long end() {
    return start + LENGTH;
  }
}

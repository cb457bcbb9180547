package io.stallmark.analysis.stall;

import io.stallmark.record.ProgressSlot;
import java.util.Arrays;

/**
 * Usual rate and response times of a role: the last 30 seconds of slots that belong to no stall and
 * no dip.
 */
final class UsualRate {

  /** Maximum number of slots. */
  static final int SIZE = 300;

  private static final int ENOUGH = (int) (StallRule.LEARNING / ProgressSlot.LENGTH);

  private final long[] completions = new long[SIZE];
  private final long[] progress = new long[SIZE];
  private final long[] response = new long[SIZE];
  private final long[] longest = new long[SIZE];
  private int size;
  private int next;
  private long delayedFrom;
  private long delayedUntil;

  /** Leaves out the times of a slot that is added later: its transactions waited in a stall. */
  void delayed(ProgressSlot slot) {
    if (slot.start() != delayedUntil) {
      delayedFrom = slot.start();
    }
    delayedUntil = slot.end();
  }

  void add(ProgressSlot slot) {
    boolean delayed = slot.start() >= delayedFrom && slot.end() <= delayedUntil;
    completions[next] = delayed ? 0 : slot.completions();
    progress[next] = slot.progress();
    response[next] = delayed ? 0 : slot.response();
    longest[next] = delayed ? 0 : slot.longest();
    next = (next + 1) % SIZE;
    size = Math.min(SIZE, size + 1);
  }

  boolean isEnough() {
    return size >= ENOUGH;
  }

  /** Progress of the median slot. */
  double median() {
    long[] sorted = Arrays.copyOf(progress, size);
    Arrays.sort(sorted);
    return size == 0 ? 0 : (sorted[(size - 1) / 2] + sorted[size / 2]) / 2.0;
  }

  /** Mean progress of a slot. */
  double mean() {
    return size == 0 ? 0 : (double) Arrays.stream(progress, 0, size).sum() / size;
  }

  /** Number of successful transactions with usual times. */
  long count() {
    return Arrays.stream(completions, 0, size).sum();
  }

  /**
   * Number of units of progress that occur together, at least 1: their variance divided by their
   * mean. The variance uses the differences of adjacent slots, so that a slow change of the rate
   * does not count.
   */
  double clump() {
    double sum = 0;
    for (int i = 1; i < size; i++) {
      double step = slot(i) - slot(i - 1);
      sum += step * step;
    }
    double mean = mean();
    return size < 2 || mean == 0 ? 1 : Math.max(1, sum / (2 * (size - 1)) / mean);
  }

  /** Progress of the i-th oldest slot. */
  private double slot(int i) {
    return (double) progress[(next - size + i + SIZE) % SIZE];
  }

  /** Longest response time, nanoseconds. */
  long longest() {
    return Arrays.stream(longest, 0, size).max().orElse(0);
  }

  /** Mean response time, nanoseconds. */
  double response() {
    long count = count();
    return count == 0 ? 0 : (double) Arrays.stream(response, 0, size).sum() / count;
  }
}

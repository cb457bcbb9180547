package io.stallmark.analysis.stall;

import io.stallmark.record.ProgressSlot;
import java.util.Arrays;

/** The usual rate of a role: the last 30 seconds of slots that belong to no stall and no dip. */
final class UsualRate {

  /** Slots kept. */
  static final int SIZE = 300;

  private static final int ENOUGH = (int) (StallRule.LEARNING / ProgressSlot.LENGTH);

  private final long[] completions = new long[SIZE];
  private final long[] progress = new long[SIZE];
  private final long[] response = new long[SIZE];
  private final long[] longest = new long[SIZE];
  private int size;
  private int next;

  void add(ProgressSlot slot) {
    completions[next] = slot.completions();
    progress[next] = slot.progress();
    response[next] = slot.response();
    longest[next] = slot.longest();
    next = (next + 1) % SIZE;
    size = Math.min(SIZE, size + 1);
  }

  boolean isEnough() {
    return size >= ENOUGH;
  }

  /** Progress in the median slot. */
  double median() {
    long[] sorted = Arrays.copyOf(progress, size);
    Arrays.sort(sorted);
    return size == 0 ? 0 : (sorted[(size - 1) / 2] + sorted[size / 2]) / 2.0;
  }

  /** Progress in a slot on average. */
  double mean() {
    return size == 0 ? 0 : (double) Arrays.stream(progress, 0, size).sum() / size;
  }

  /** Transactions that succeeded. */
  long count() {
    return Arrays.stream(completions, 0, size).sum();
  }

  /**
   * How many units of progress come together, at least 1: their variance over their mean, by the
   * differences of neighbours, so that a rate that rises or falls slowly is no clump.
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

  /** The i-th oldest. */
  private double slot(int i) {
    return (double) progress[(next - size + i + SIZE) % SIZE];
  }

  /** The longest response time. */
  long longest() {
    return Arrays.stream(longest, 0, size).max().orElse(0);
  }

  /** The mean response time. */
  double response() {
    long count = count();
    return count == 0 ? 0 : (double) Arrays.stream(response, 0, size).sum() / count;
  }
}

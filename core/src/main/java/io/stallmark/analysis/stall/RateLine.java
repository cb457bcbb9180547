package io.stallmark.analysis.stall;

import io.stallmark.record.ProgressSlot;
import java.util.Arrays;

/**
 * Rate of the first role over the whole run in a bounded number of equal parts. When the run
 * becomes longer than all parts, each two of them are merged.
 */
public final class RateLine {

  private static final int PARTS = 128;

  private final double[] progress = new double[PARTS];
  private final boolean[] stalled = new boolean[PARTS];
  private long part = ProgressSlot.LENGTH;
  private long end;

  void add(ProgressSlot slot) {
    while (slot.start() >= part * PARTS) {
      halve();
    }
    progress[(int) (slot.start() / part)] += slot.progress();
    end = slot.end();
  }

  void mark(Stall stall) {
    for (int i = (int) (stall.start() / part); i < PARTS && i * part < stall.end(); i++) {
      stalled[i] = true;
    }
  }

  private void halve() {
    for (int i = 0; i < PARTS / 2; i++) {
      progress[i] = progress[2 * i] + progress[2 * i + 1];
      stalled[i] = stalled[2 * i] || stalled[2 * i + 1];
    }
    Arrays.fill(progress, PARTS / 2, PARTS, 0);
    Arrays.fill(stalled, PARTS / 2, PARTS, false);
    part *= 2;
  }

  /** Number of parts; the last one may be incomplete. */
  public int size() {
    return (int) ((end + part - 1) / part);
  }

  /** Length of all parts, nanoseconds. */
  public long length() {
    return end;
  }

  /** Progress per second in a part. */
  public double rate(int index) {
    long length = Math.min(part, end - index * part);
    return progress[index] * 1e9 / length;
  }

  /** Whether a stall overlaps the part. */
  public boolean isStalled(int index) {
    return stalled[index];
  }
}

package io.stallmark.analysis.trust;

import io.stallmark.record.ProgressSlot;
import java.util.Arrays;

/**
 * A run in a bounded number of equal parts, of half a second at first; when the run outgrows them,
 * each two become one.
 */
final class ThroughputBatches {

  static final int MOST = 128;

  private static final long SHORTEST = 5 * ProgressSlot.LENGTH;

  private final double[] completions = new double[MOST];
  private final double[] responses = new double[MOST];
  private long length = SHORTEST;
  private long end;

  void add(ProgressSlot slot) {
    while (slot.start() >= length * MOST) {
      halve();
    }
    int part = (int) (slot.start() / length);
    completions[part] += slot.completions();
    responses[part] += slot.response();
    end = slot.end();
  }

  private void halve() {
    for (double[] sums : new double[][] {completions, responses}) {
      for (int i = 0; i < MOST / 2; i++) {
        sums[i] = sums[2 * i] + sums[2 * i + 1];
      }
      Arrays.fill(sums, MOST / 2, MOST, 0);
    }
    length *= 2;
  }

  /** Of a part, nanoseconds. */
  long length() {
    return length;
  }

  /** Transactions in each full part. */
  double[] completions() {
    return Arrays.copyOf(completions, (int) (end / length));
  }

  /** The mean response time in each full part, nanoseconds; where nothing ended, as before. */
  double[] responses() {
    double[] means = new double[(int) (end / length)];
    for (int i = 0; i < means.length; i++) {
      means[i] = completions[i] > 0 ? responses[i] / completions[i] : i == 0 ? 0 : means[i - 1];
    }
    return means;
  }
}

package io.stallmark.analysis.trust;

import io.stallmark.record.ProgressSlot;
import java.util.Arrays;

/**
 * Divides a run into a bounded number of equal batches, initially half a second long. When the
 * number is exceeded, each two neighbours are merged.
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

  /** Returns the length of a batch, nanoseconds. */
  long length() {
    return length;
  }

  /** Returns the number of transactions in each full batch. */
  double[] completions() {
    return Arrays.copyOf(completions, (int) (end / length));
  }

  /**
   * Returns the mean response time in each full batch, nanoseconds. A batch without a transaction
   * repeats the mean before it.
   */
  double[] responses() {
    double[] means = new double[(int) (end / length)];
    for (int i = 0; i < means.length; i++) {
      means[i] = completions[i] > 0 ? responses[i] / completions[i] : i == 0 ? 0 : means[i - 1];
    }
    return means;
  }
}

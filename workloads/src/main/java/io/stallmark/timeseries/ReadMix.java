package io.stallmark.timeseries;

import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;

/**
 * Share and kinds of the reads.
 *
 * @param share fraction of the inserters' transactions that read, 0 to 1
 * @param queriers number of clients that only read
 * @param latest weight of the reads of a sensor's latest rows
 * @param range weight of the reads of a range
 * @param tick weight of the reads of all sensors at one ts
 * @param downsample weight of the reads of a down-sampled range
 * @param rows number of rows that a read of the latest rows returns
 * @param ticks number of ts in a range
 * @param bucket number of ts that a down-sampled range combines into one point
 */
record ReadMix(
    double share,
    int queriers,
    int latest,
    int range,
    int tick,
    int downsample,
    int rows,
    int ticks,
    int bucket) {

  /**
   * @throws RefusedException if reads are requested but all weights are 0
   */
  static ReadMix of(Settings settings) {
    ReadMix mix =
        new ReadMix(
            settings.real("read-share"),
            settings.int32("queriers"),
            settings.int32("latest-reads"),
            settings.int32("range-reads"),
            settings.int32("tick-reads"),
            settings.int32("downsample-reads"),
            settings.int32("latest-rows"),
            settings.int32("range-ticks"),
            settings.int32("bucket-ticks"));
    if (mix.reads() && mix.weight() == 0) {
      throw new RefusedException(
          (mix.share > 0 ? "read-share=" + mix.share : "queriers=" + mix.queriers)
              + " leaves nothing to read: raise one of latest-reads, range-reads, tick-reads,"
              + " downsample-reads above 0");
    }
    return mix;
  }

  int weight() {
    return latest + range + tick + downsample;
  }

  boolean inserts() {
    return share < 1;
  }

  private boolean reads() {
    return share > 0 || queriers > 0;
  }

  boolean sums() {
    return reads() && (range > 0 || downsample > 0);
  }
}

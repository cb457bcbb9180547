package io.stallmark.timeseries;

import io.stallmark.spi.workload.Settings;

/**
 * How much is read, and what.
 *
 * @param share of the transactions that read, 0 to 1
 * @param queriers clients that do nothing but read
 * @param latest weight of the reads of a sensor's latest rows, and so on for the other kinds
 * @param rows how many rows the latest are
 * @param ticks how many moments a range holds
 * @param bucket how many of them are one in a down-sampled range
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
   * @throws IllegalArgumentException when there is nothing to read
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
      throw new IllegalArgumentException(
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

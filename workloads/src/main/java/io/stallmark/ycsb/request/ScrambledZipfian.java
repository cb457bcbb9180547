package io.stallmark.ycsb.request;

import io.stallmark.data.Rng;
import io.stallmark.ycsb.data.GrayZipfian;
import io.stallmark.ycsb.data.RecordKeys;

/**
 * YCSB's {@code ScrambledZipfianGenerator}: the hash of a Zipfian rank of 10^10, modulo the number
 * of records. Frequent records are thus spread over all records. The distribution is flatter than
 * Zipf's over the records.
 */
final class ScrambledZipfian implements KeyChooser {

  private static final long RANKS = 10_000_000_001L;

  /** Sum of the weights of these ranks, a constant of YCSB. */
  private static final double SUM = 26.46902820178302;

  private final GrayZipfian ranks = new GrayZipfian(RANKS, SUM);
  private final long records;

  ScrambledZipfian(long records) {
    this.records = records;
  }

  @Override
  public long next(Rng rng) {
    return RecordKeys.hash(ranks.next(rng.nextDouble())) % records;
  }
}

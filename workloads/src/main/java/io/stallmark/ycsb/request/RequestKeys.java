package io.stallmark.ycsb.request;

import io.stallmark.data.Rng;
import io.stallmark.ycsb.data.GrayZipfian;
import io.stallmark.ycsb.data.RecordKeys;
import java.util.concurrent.atomic.AtomicLong;

/** Creates the choosers of a run's clients. Thread-safe. */
public final class RequestKeys {

  /** Share of the records that is hot, and share of the requests for them: YCSB's defaults. */
  private static final double HOT_RECORDS = 0.2;

  private static final double HOT_REQUESTS = 0.8;

  /** Share of the requests for the last records, and share of these records: YCSB's defaults. */
  private static final double PERCENTILE = 0.95;

  private static final double LAST_RECORDS = 0.8571428571;

  private final RequestDistribution distribution;
  private final long records;
  private final long space;
  private final RecordNumbers numbers;
  private final AtomicLong sequence = new AtomicLong();
  private volatile int step = 1;

  /**
   * @param records number of loaded records
   * @param space number of records that a Zipfian distribution chooses among, some of which a run
   *     may insert
   * @param numbers which records are there
   */
  public RequestKeys(
      RequestDistribution distribution, long records, long space, RecordNumbers numbers) {
    this.distribution = distribution;
    this.records = records;
    this.space = space;
    this.numbers = numbers;
  }

  /** Requests every n-th record of a sequence only, as one of n machines. */
  public void share(int machine, int machines) {
    sequence.set(machine);
    step = machines;
  }

  /** Creates a client's chooser, which chooses only records that are there. */
  public KeyChooser chooser() {
    KeyChooser any = any();
    return rng -> {
      while (true) {
        long record = any.next(rng);
        if (record >= 0 && record <= numbers.last()) {
          return numbers.record(record);
        }
      }
    };
  }

  private KeyChooser any() {
    return switch (distribution) {
      case ZIPFIAN -> new ScrambledZipfian(space);
      case LATEST -> latest();
      case UNIFORM -> rng -> rng.uniform(0, records - 1);
      case HOTSPOT -> this::hotspot;
      case EXPONENTIAL -> this::exponential;
      case SEQUENTIAL -> rng -> sequence.getAndAdd(step) % records;
    };
  }

  /** Zipfian from the last record backwards. YCSB starts with one rank less than records. */
  private KeyChooser latest() {
    GrayZipfian ranks = new GrayZipfian(records - 1);
    return rng -> {
      long last = numbers.last();
      return last - ranks.next(rng.nextDouble(), Math.max(1, last));
    };
  }

  private long hotspot(Rng rng) {
    long hot = Math.max(1, (long) (records * HOT_RECORDS));
    return hot == records || rng.nextDouble() < HOT_REQUESTS
        ? rng.uniform(0, hot - 1)
        : rng.uniform(hot, records - 1);
  }

  private long exponential(Rng rng) {
    double rate = -Math.log(1 - PERCENTILE) / (records * LAST_RECORDS);
    return numbers.last() - (long) (-Math.log(1 - rng.nextDouble()) / rate);
  }

  /**
   * YCSB's {@code ScrambledZipfianGenerator}: the hash of a Zipfian rank of 10^10, modulo the
   * number of records. Frequent records are thus spread over all records. The distribution is
   * flatter than Zipf's over the records.
   */
  private static final class ScrambledZipfian implements KeyChooser {

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
}

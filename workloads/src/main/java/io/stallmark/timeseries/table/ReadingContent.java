package io.stallmark.timeseries.table;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;
import io.stallmark.data.Zipfian;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;

/**
 * Content of a row apart from its key: a function of seed, sensor and ts. Allocates nothing; not
 * thread-safe.
 */
public final class ReadingContent {

  private static final int VALUES = SensorLayout.DATA.size();
  private static final long MOST_CNT = 1000;
  private static final double PARETO_SHAPE = 0.2; // sysbench's rand-pareto-h
  private static final double ZIPF_EXPONENT = 0.8; // sysbench's rand-zipfian-exp

  private final Rng rng = Rng.of(0, 0);
  private final Distribution distribution;
  private final boolean real;
  private final long seed;
  private final double[] data = new double[VALUES];
  private final double[] stored = new double[VALUES];
  private long cnt;

  /**
   * Distribution of the values.
   *
   * @param name uniform, pareto or zipfian over 1 to {@code range}; pareto and zipfian have the
   *     lowest values most often
   * @param real whether a uniform fraction of 1 is subtracted, so that all bits of a double are in
   *     use
   */
  public record ValueDistribution(String name, long range, boolean real) {
    private Distribution distribution() {
      return switch (name) {
        case "pareto" -> Distribution.pareto(1, range, PARETO_SHAPE);
        case "zipfian" -> new Zipfian(1, range, ZIPF_EXPONENT);
        default -> Distribution.uniform(1, range);
      };
    }
  }

  public ReadingContent(ValueDistribution distribution, long seed) {
    this.distribution = distribution.distribution();
    this.real = distribution.real();
    this.seed = seed;
  }

  /** Moves to a row. */
  public void turnTo(long sensor, long ts) {
    rng.reseed(seed, sensor << Integer.SIZE | ts);
    for (int i = 0; i < VALUES; i++) {
      long whole = distribution.next(rng);
      data[i] = real ? whole - rng.nextDouble() : whole;
    }
    cnt = rng.uniform(1, MOST_CNT);
  }

  public double data(int i) {
    return data[i];
  }

  public long cnt() {
    return cnt;
  }

  /** Returns the checksum of a stored row with the columns ts, data1 to data6, cnt. */
  public long checksum(Row row) throws DbException {
    for (int i = 0; i < VALUES; i++) {
      stored[i] = row.getDouble(1 + i);
    }
    return checksum(row.getLong(0), stored, row.getLong(1 + VALUES));
  }

  /** Returns the checksum of the current row. */
  public long checksum(long ts) {
    return checksum(ts, data, cnt);
  }

  /** Returns a checksum of all values of a row. The checksums of several rows are added. */
  public static long checksum(long ts, double[] data, long cnt) {
    long sum = Rng.mix(ts) + cnt;
    for (double value : data) {
      sum = Rng.mix(sum + Double.doubleToRawLongBits(value));
    }
    return sum;
  }
}

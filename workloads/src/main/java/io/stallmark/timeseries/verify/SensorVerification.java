package io.stallmark.timeseries.verify;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.timeseries.table.SensorData;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads every sensor's rows in the order of ts and compares them with what they should be. Assumes
 * that nobody writes meanwhile. Thread-safe.
 */
public final class SensorVerification implements Verification {

  private final SensorData data;
  private final Tally tally;
  private final AtomicLong nextSensor = new AtomicLong();

  public SensorVerification(SensorData data) {
    this.data = data;
    tally = new Tally(data);
  }

  /** Unknown until they are counted. */
  @Override
  public long rows() {
    return 0;
  }

  @Override
  public Loader checker(Session session, Slice slice) throws DbException {
    return new SensorChecker(data, tally, this::takeSensor, session);
  }

  /** The next sensor to check; 0 stands for the whole table, to be counted. */
  private long takeSensor() {
    return nextSensor.getAndIncrement();
  }

  @Override
  public List<String> findings() {
    return tally.findings();
  }

  @Override
  public long found() {
    return tally.found();
  }

  @Override
  public List<String> proven() {
    return tally.proven();
  }
}

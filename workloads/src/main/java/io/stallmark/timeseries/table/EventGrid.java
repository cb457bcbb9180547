package io.stallmark.timeseries.table;

import io.stallmark.spi.DbException;

/**
 * Assignment of rows to events. Events and the rows of an event count from 0, sensors from 1. The
 * ts of every sensor starts at {@link #FIRST_TS} and increases by 1.
 */
public record EventGrid(Shape shape, int sensors, int batch) {

  /** Order of the rows of an event. */
  public enum Shape {
    /** All sensors of one ts, then all sensors of the next ts. */
    TICK,
    /** Consecutive ts of one sensor; the next event has the next sensor. */
    SENSOR
  }

  /** First ts, in seconds since 1970: a round number in 2001. */
  public static final long FIRST_TS = 1_000_000_000L;

  /** Greatest ts, which has 31 bits. */
  public static final long LAST_TS = Integer.MAX_VALUE;

  /** Receives the rows of an event one by one. */
  public interface Visitor {
    void row(int row, long sensor, long ts) throws DbException;
  }

  public void visit(long event, Visitor visitor) throws DbException {
    boolean tick = shape == Shape.TICK;
    long first = tick ? event * batch : event;
    long sensor = first % sensors + 1;
    long ts = FIRST_TS + (tick ? first / sensors : first / sensors * batch);
    for (int row = 0; row < batch; row++) {
      visitor.row(row, sensor, ts);
      if (!tick) {
        ts++;
      } else if (++sensor > sensors) {
        sensor = 1;
        ts++;
      }
    }
  }

  /** Returns the event that contains a sensor's row of the given ts. */
  public long event(long sensor, long ts) {
    long tick = ts - FIRST_TS;
    return shape == Shape.TICK
        ? (tick * sensors + sensor - 1) / batch
        : tick / batch * sensors + sensor - 1;
  }

  /** Number of rows of a sensor in the first {@code events} events. */
  public long rows(long sensor, long events) {
    long dealt = shape == Shape.TICK ? events * batch : events;
    long each = dealt / sensors + (sensor - 1 < dealt % sensors ? 1 : 0);
    return shape == Shape.TICK ? each : each * batch;
  }

  /** Number of events with rows of a sensor among the first {@code events} events. */
  public long eventsOf(long sensor, long events) {
    long rows = rows(sensor, events);
    return shape == Shape.TICK ? rows * sensors / Math.max(batch, sensors) : rows / batch;
  }

  /** Number of distinct ts in the first {@code events} events. */
  public long ticks(long events) {
    return rows(1, events);
  }

  /** Maximum number of events before a ts exceeds {@link #LAST_TS}. */
  public long mostEvents() {
    long ticks = LAST_TS - FIRST_TS + 1;
    return shape == Shape.TICK ? ticks * sensors / batch : ticks / batch * sensors;
  }
}

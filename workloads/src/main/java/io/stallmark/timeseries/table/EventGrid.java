package io.stallmark.timeseries.table;

import io.stallmark.spi.DbException;

/**
 * Which rows an event holds. Events count from 0, the rows in one from 0 to batch − 1, sensors from
 * 1; every sensor's ts starts at {@link #FIRST_TS} and goes up by 1.
 */
public record EventGrid(Shape shape, int sensors, int batch) {

  /** How a batch lies in the plane of sensors and moments. */
  public enum Shape {
    /** One ts after the other, every sensor in each. */
    TICK,
    /** One sensor, consecutive ts; the next event has the next sensor. */
    SENSOR
  }

  /** A round moment of 2001, in seconds since 1970. */
  public static final long FIRST_TS = 1_000_000_000L;

  /** A ts is a number of 31 bits. */
  public static final long LAST_TS = Integer.MAX_VALUE;

  /** Shown the rows of an event one by one. */
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

  /** The event that holds a sensor's row of that moment. */
  public long event(long sensor, long ts) {
    long tick = ts - FIRST_TS;
    return shape == Shape.TICK
        ? (tick * sensors + sensor - 1) / batch
        : tick / batch * sensors + sensor - 1;
  }

  /** How many rows a sensor has when the first so many events are in. */
  public long rows(long sensor, long events) {
    long dealt = shape == Shape.TICK ? events * batch : events;
    long each = dealt / sensors + (sensor - 1 < dealt % sensors ? 1 : 0);
    return shape == Shape.TICK ? each : each * batch;
  }

  /** Number of the first events that have rows of a sensor. */
  public long eventsOf(long sensor, long events) {
    long rows = rows(sensor, events);
    return shape == Shape.TICK ? rows * sensors / Math.max(batch, sensors) : rows / batch;
  }

  /** How many different moments the first so many events have. */
  public long ticks(long events) {
    return rows(1, events);
  }

  /** How many events there can be before a ts is too large. */
  public long mostEvents() {
    long ticks = LAST_TS - FIRST_TS + 1;
    return shape == Shape.TICK ? ticks * sensors / batch : ticks / batch * sensors;
  }
}

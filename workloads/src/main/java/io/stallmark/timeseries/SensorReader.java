package io.stallmark.timeseries;

import io.stallmark.data.Rng;
import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.timeseries.table.EventGrid;
import io.stallmark.timeseries.table.SensorData;
import org.jspecify.annotations.Nullable;

/** Sends reads of four kinds, drawn by weight. Sensors and ts are uniformly distributed. */
final class SensorReader {

  /** Number of reads after which the number of settled events is determined again. */
  private static final int SETTLED_FOR = 32;

  private final SensorData data;
  private final ReadMix mix;
  private final EventSequence events;
  private final Session session;
  private final Rng rng;
  private final @Nullable PreparedOperation latest;
  private final @Nullable PreparedOperation range;
  private final @Nullable PreparedOperation tick;
  private final @Nullable PreparedOperation downsample;

  /** Number of ts of which the table has the rows of all sensors, at least. */
  private long settledTicks;

  private int reads;

  SensorReader(SensorOperations operations, EventSequence events, Session session, Rng rng)
      throws DbException {
    data = operations.data();
    this.events = events;
    this.session = session;
    this.rng = rng;
    mix = operations.reads();
    latest = call(mix.latest(), operations.latest());
    range = call(mix.range(), operations.range());
    tick = call(mix.tick(), operations.tick());
    downsample = call(mix.downsample(), operations.downsample());
  }

  private @Nullable PreparedOperation call(int weight, Op op) throws DbException {
    return weight == 0 ? null : PreparedOperation.of(session, op);
  }

  void read() throws DbException {
    if (reads++ % SETTLED_FOR == 0) { // the number only grows
      settledTicks = data.grid().rows(data.grid().sensors(), events.settled());
    }
    long drawn = rng.uniform(0, mix.weight() - 1L);
    if (latest != null && drawn < mix.latest()) {
      // the rows of the settled ts, or later ones
      latest.set(0, sensor()).expect(Math.min(mix.rows(), settledTicks)).execute();
      return;
    }
    drawn -= mix.latest();
    if (range != null && drawn < mix.range()) {
      readRange(range, Long.MAX_VALUE);
      return;
    }
    drawn -= mix.range();
    if (tick != null && drawn < mix.tick()) {
      long ts = ts(1); // a settled ts has a row of every sensor
      tick.set(0, ts).expect(ts < end() ? data.grid().sensors() : 0).execute();
    } else if (downsample != null) {
      readRange(downsample, mix.bucket());
    }
  }

  /**
   * Every settled ts has a row, so that every bucket with a settled ts has a result.
   *
   * @param bucket number of ts that the database combines into one row
   */
  private void readRange(PreparedOperation call, long bucket) throws DbException {
    long sensor = sensor();
    long low = ts(mix.ticks());
    long high = low + mix.ticks() - 1;
    long settled = Math.min(high, end() - 1);
    call.set(0, sensor)
        .set(1, low)
        .set(2, high)
        .expect(settled < low ? 0 : settled / bucket - low / bucket + 1)
        .execute();
  }

  private long sensor() {
    return data.layout().key(rng.uniform(1, data.grid().sensors()));
  }

  /** First ts of which the table may not have all rows yet. */
  private long end() {
    return EventGrid.FIRST_TS + settledTicks;
  }

  /**
   * Draws the first ts of a range that is within the events handed out so far, or returns {@link
   * EventGrid#FIRST_TS} if there are too few of them.
   */
  private long ts(int ticks) {
    long there = data.grid().ticks(events.count());
    return EventGrid.FIRST_TS + rng.uniform(0, Math.max(0, there - ticks));
  }
}

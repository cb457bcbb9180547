package io.stallmark.timeseries;

import io.stallmark.data.Rng;
import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.timeseries.table.EventGrid;
import io.stallmark.timeseries.table.SensorData;
import org.jspecify.annotations.Nullable;

/** Sends reads of four kinds, drawn by weight. Sensors and ts are uniformly distributed. */
final class SensorReader {

  private final SensorData data;
  private final ReadMix mix;
  private final EventSequence events;
  private final Session session;
  private final Rng rng;
  private final @Nullable Call latest;
  private final @Nullable Call range;
  private final @Nullable Call tick;
  private final @Nullable Call downsample;

  private record Call(Statement statement, Args args) {}

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

  private @Nullable Call call(int weight, Op op) throws DbException {
    return weight == 0 ? null : new Call(session.prepare(op), Args.of(op));
  }

  void read() throws DbException {
    long drawn = rng.uniform(0, mix.weight() - 1L);
    if (latest != null && drawn < mix.latest()) {
      latest.args.set(0, sensor());
      latest.statement.execute(latest.args, null);
      return;
    }
    drawn -= mix.latest();
    if (range != null && drawn < mix.range()) {
      readRange(range);
      return;
    }
    drawn -= mix.range();
    if (tick != null && drawn < mix.tick()) {
      tick.args.set(0, ts(1));
      tick.statement.execute(tick.args, null);
    } else if (downsample != null) {
      readRange(downsample);
    }
  }

  private void readRange(Call call) throws DbException {
    long sensor = sensor();
    long low = ts(mix.ticks());
    call.args.set(0, sensor).set(1, low).set(2, low + mix.ticks() - 1);
    call.statement.execute(call.args, null);
  }

  private long sensor() {
    return data.layout().key(rng.uniform(1, data.grid().sensors()));
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

package io.stallmark.timeseries;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.timeseries.table.EventGrid;
import io.stallmark.timeseries.table.ReadingContent;
import io.stallmark.timeseries.table.SensorData;
import io.stallmark.verification.KeysetPager;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks at what earlier runs left in the table: where the next event is, and which ones a killed
 * run began and did not finish. Used once.
 */
final class ExistingDataCheck {

  /** A killed run leaves at most one incomplete event a client. */
  private static final int MOST_INCOMPLETE = 1_024;

  /** So many events of one sensor are never all incomplete because of clients that were killed. */
  private static final int FEW = 16;

  private final SensorOperations operations;
  private final SensorData data;
  private final EventGrid grid;
  private final Session session;
  private long read;
  private long expected;

  /** The first sensor without any row; 0: none. */
  private long withoutRows;

  ExistingDataCheck(SensorOperations operations, Session session) {
    this.operations = operations;
    this.session = session;
    data = operations.data();
    grid = data.grid();
  }

  /**
   * What the table holds now.
   *
   * @param completed events among them that had to be completed
   */
  record Taken(long events, int completed) {}

  /**
   * Completes what is missing.
   *
   * @throws DbException UNFIT when the rows cannot be those of events
   */
  Taken take() throws DbException {
    long rows = count();
    if (rows == 0) {
      return new Taken(0, 0);
    }
    refuseOtherContent();
    long events = lastEvent() + 1;
    long missing = events * grid.batch() - rows;
    if (missing == 0) {
      return new Taken(events, 0);
    }
    if (missing < 0 || missing > (long) MOST_INCOMPLETE * grid.batch()) {
      throw stranger(rows, events);
    }
    Set<Long> incomplete = incomplete(events);
    boolean noneComplete = incomplete.size() == events;
    if (withoutRows > 0 && (noneComplete || grid.eventsOf(withoutRows, events) > FEW)) {
      throw unfit(
          "has no row of sensor %d, but those of %d events with other sensors: it was filled with another number of sensors"
              .formatted(withoutRows, events));
    }
    if (incomplete.size() > MOST_INCOMPLETE) {
      throw stranger(rows, events);
    }
    EventRepair repair = new EventRepair(operations, session);
    for (long event : incomplete) {
      repair.complete(event);
    }
    if (count() != events * grid.batch()) {
      throw stranger(rows, events);
    }
    return new Taken(events, incomplete.size());
  }

  /** Seed and settings alone decide what a row holds; the first rows of a sensor tell. */
  private void refuseOtherContent() throws DbException {
    ReadingContent content = data.content();
    KeysetPager first = data.pager(session);
    data.start(first, 1);
    first.page(
        row -> {
          long ts = row.getLong(0);
          content.turnTo(1, ts);
          if (content.checksum(row) != content.checksum(ts)) {
            throw unfit(
                "holds other values than seed %d gives sensor 1 at ts %d: it was filled with another seed, values, value-range or value-type"
                    .formatted(data.seed(), ts));
          }
        });
  }

  private long count() throws DbException {
    Op count = data.count();
    session.prepare(count).execute(Args.of(count), row -> read = row.getLong(0));
    return read;
  }

  private long lastEvent() throws DbException {
    Op lastTs = data.lastTs();
    Statement last = session.prepare(lastTs);
    Args args = Args.of(lastTs);
    long event = -1;
    for (long sensor = 1; sensor <= grid.sensors(); sensor++) {
      args.set(0, data.layout().key(sensor));
      if (last.execute(args, row -> read = row.getLong(0)) > 0) {
        event = Math.max(event, grid.event(sensor, read));
      } else if (withoutRows == 0) {
        withoutRows = sensor;
      }
    }
    return event;
  }

  /** Every event with a row that is not there. */
  private Set<Long> incomplete(long events) throws DbException {
    Set<Long> found = new TreeSet<>();
    KeysetPager pages = data.pager(session);
    for (long sensor = 1; sensor <= grid.sensors(); sensor++) {
      long one = sensor;
      expected = EventGrid.FIRST_TS;
      data.start(pages, one);
      while (!pages.done()) {
        pages.page(row -> missingBefore(one, row.getLong(0), found));
      }
      missingBefore(one, EventGrid.FIRST_TS + grid.rows(one, events), found);
    }
    return found;
  }

  private void missingBefore(long sensor, long ts, Set<Long> found) {
    for (; expected < ts && found.size() <= MOST_INCOMPLETE; expected++) {
      found.add(grid.event(sensor, expected));
    }
    expected = ts + 1;
  }

  private DbException stranger(long rows, long events) {
    return unfit(
        "has %d rows, and with these settings it would have %d"
            .formatted(rows, events * grid.batch()));
  }

  private DbException unfit(String what) {
    return new DbException(
        Kind.UNFIT,
        "ROWS",
        "Table %s %s. Give the sensors, batch, batch-shape, values and --seed that it was filled with, or drop it with 'stallmark drop'."
            .formatted(data.table().name(), what),
        null);
  }
}

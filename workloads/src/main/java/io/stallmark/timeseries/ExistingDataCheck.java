package io.stallmark.timeseries;

import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import io.stallmark.timeseries.table.EventGrid;
import io.stallmark.timeseries.table.ReadingContent;
import io.stallmark.timeseries.table.SensorData;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.KeysetPager;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds out what earlier runs left in the table: the next event, and the events that a killed run
 * did not finish. Used once.
 */
final class ExistingDataCheck {

  /** Maximum number of incomplete events. A killed run leaves at most one per client. */
  private static final int MOST_INCOMPLETE = 1_024;

  /** Maximum number of lost events that are counted, and of those that are named. */
  private static final int MOST_LOST = 100_000;

  private static final int MOST_NAMED = 20;

  /**
   * Maximum number of events of one sensor that killed clients can have left without any row of it.
   */
  private static final int FEW = 16;

  /** Maximum number of events that are looked up after a run. */
  private static final int SAMPLE = 64;

  private final SensorOperations operations;
  private final SensorData data;
  private final EventGrid grid;
  private final Session session;
  private long read;

  /** First sensor without any row; 0: none. */
  private long withoutRows;

  ExistingDataCheck(SensorOperations operations, Session session) {
    this.operations = operations;
    this.session = session;
    data = operations.data();
    grid = data.grid();
  }

  /**
   * State of the table.
   *
   * @param events number of events in the table
   * @param completed number of these events that were incomplete and have been completed
   */
  record Taken(long events, int completed) {}

  /**
   * Inserts the missing rows and returns the state of the table.
   *
   * @throws DbException UNFIT if the rows cannot belong to events with these settings
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
    Map<Long, Long> incomplete = incomplete(events, MOST_INCOMPLETE);
    boolean noneComplete = incomplete.size() == events;
    if (withoutRows > 0 && (noneComplete || grid.eventsOf(withoutRows, events) > FEW)) {
      throw unfit(
          Text.format(
              "has no row of sensor %d, but those of %,d events with other sensors: it was filled with another number of sensors",
              withoutRows, events));
    }
    if (incomplete.size() > MOST_INCOMPLETE || missing > rows) {
      throw stranger(rows, events);
    }
    EventWriter writer = new EventWriter(operations, "insert", session);
    for (long event : incomplete.keySet()) {
      writer.complete(event);
    }
    if (count() != events * grid.batch()) {
      throw stranger(rows, events);
    }
    return new Taken(events, incomplete.size());
  }

  /**
   * Refuses a table with other values. Seed and settings alone determine the content of a row, so
   * one page of one sensor's rows is enough.
   */
  private void refuseOtherContent() throws DbException {
    ReadingContent content = data.content();
    KeysetPager first = data.pager(session, false);
    data.start(first, 1);
    first.page(
        row -> {
          long ts = row.getLong(0);
          content.turnTo(1, ts);
          if (content.checksum(row) != content.checksum(ts)) {
            throw unfit(
                Text.format(
                    "holds other values than seed %d gives sensor 1 at ts %d: it was filled with another seed, values, value-range or value-type",
                    data.seed(), ts));
          }
        });
  }

  private long count() throws DbException {
    return PreparedOperation.of(session, data.count()).number(0);
  }

  private long lastEvent() throws DbException {
    PreparedOperation last = PreparedOperation.of(session, data.lastTs());
    long event = -1;
    for (long sensor = 1; sensor <= grid.sensors(); sensor++) {
      last.args().set(0, data.layout().key(sensor));
      if (last.execute(row -> read = row.getLong(0)) > 0) {
        event = Math.max(event, grid.event(sensor, read));
      } else if (withoutRows == 0) {
        withoutRows = sensor;
      }
    }
    return event;
  }

  /**
   * Looks up the first row of some events, spread over all.
   *
   * @param events number of first events that must be complete
   */
  List<String> missing(long events) throws DbException {
    PreparedOperation find = PreparedOperation.of(session, data.findRow());
    long sample = Math.min(SAMPLE, events);
    read = 0;
    for (long i = 0; i < sample; i++) {
      grid.visit(
          i * events / sample, // without the last of many events: a secondary may lag behind
          (row, sensor, ts) -> {
            if (row == 0) {
              find.args().set(0, data.layout().key(sensor)).set(1, ts);
              read += find.execute() > 0 ? 1 : 0;
            }
          });
    }
    return read == sample
        ? List.of()
        : List.of(
            Text.format(
                "%d of %,d events that were looked up after the run are missing: rows have vanished from table %s.",
                sample - read, sample, data.table().name()));
  }

  /**
   * Finds acknowledged events that lack rows.
   *
   * @param acknowledged record of {@link EventSequence#acknowledged}
   */
  List<String> lost(Map<String, Long> acknowledged) throws DbException {
    long events = acknowledged.getOrDefault(EventSequence.EVENTS, 0L);
    Map<Long, Long> lost = incomplete(events, MOST_LOST);
    acknowledged.forEach(
        (name, event) -> {
          if (!name.equals(EventSequence.EVENTS)) {
            lost.remove(event); // it was not acknowledged
          }
        });
    if (lost.isEmpty()) {
      return List.of();
    }
    Lines sentences = new Lines();
    sentences.add(
        "%,d%s acknowledged transactions are gone, with %,d rows of table %s.",
        lost.size(),
        lost.size() < MOST_LOST ? "" : " or more",
        lost.values().stream().mapToLong(rows -> rows).sum(),
        data.table().name());
    for (Map.Entry<Long, Long> event : lost.entrySet().stream().limit(MOST_NAMED).toList()) {
      sentences.add(named(event.getKey(), event.getValue()));
    }
    return sentences;
  }

  private String named(long event, long rows) throws DbException {
    long[] bounds = {Long.MAX_VALUE, 0, Long.MAX_VALUE, 0};
    grid.visit(
        event,
        (row, sensor, ts) -> {
          bounds[0] = Math.min(bounds[0], sensor);
          bounds[1] = Math.max(bounds[1], sensor);
          bounds[2] = Math.min(bounds[2], ts);
          bounds[3] = Math.max(bounds[3], ts);
        });
    return Text.format(
        "Event %d lacks %d of its %,d rows: sensor_id %d to %d, ts %d to %d.",
        event, rows, grid.batch(), bounds[0], bounds[1], bounds[2], bounds[3]);
  }

  /**
   * Returns the events that lack rows, each with their number; stops above a number of events.
   *
   * @param events number of events that should be in the table
   */
  private Map<Long, Long> incomplete(long events, int most) throws DbException {
    Map<Long, Long> found = new TreeMap<>();
    KeysetPager pages = data.pager(session, false);
    for (long sensor = 1; sensor <= grid.sensors() && found.size() <= most; sensor++) {
      long one = sensor;
      ExpectedKeys moments =
          new ExpectedKeys(
              (first, last) -> {
                for (long ts = first; ts <= last && found.size() <= most; ts++) {
                  found.merge(grid.event(one, ts), 1L, Long::sum);
                }
              });
      moments.expect(EventGrid.FIRST_TS, EventGrid.FIRST_TS + grid.rows(one, events) - 1);
      data.start(pages, one);
      while (!pages.done()) {
        pages.page(row -> moments.at(row.getLong(0)));
      }
      moments.end();
    }
    return found;
  }

  private DbException stranger(long rows, long events) {
    return unfit(
        Text.format(
            "has %,d rows, and with these settings it would have %,d",
            rows, events * grid.batch()));
  }

  private DbException unfit(String what) {
    return DbException.unfit(
        "ROWS",
        Text.format(
            "Table %s %s. Give the sensors, batch, batch-shape, values and --seed that it was filled with, or drop it with 'stallmark drop'.",
            data.table().name(), what));
  }
}

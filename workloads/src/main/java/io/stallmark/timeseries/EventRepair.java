package io.stallmark.timeseries;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.timeseries.table.SensorData;

/**
 * Completes an event that may be inserted only in part. Looks up every row and inserts the missing
 * ones, which works without a unique key too. Not thread-safe.
 */
final class EventRepair {

  private final SensorData data;
  private final Statement find;
  private final Args key;
  private final EventWriter writer;
  private int missing;

  EventRepair(SensorOperations operations, Session session) throws DbException {
    data = operations.data();
    Op findRow = data.findRow();
    find = session.prepare(findRow);
    key = Args.of(findRow);
    writer = new EventWriter(data, session, operations.insertRow());
  }

  /** Whether the first row of an event exists; an insert in order writes it first. */
  boolean hasFirstRow(long event) throws DbException {
    missing = 0;
    data.grid()
        .visit(event, (row, sensor, ts) -> missing += row == 0 && !isThere(sensor, ts) ? 1 : 0);
    return missing == 0;
  }

  /**
   * Inserts the missing rows of an event.
   *
   * @return number of rows inserted
   */
  int complete(long event) throws DbException {
    missing = 0;
    data.grid()
        .visit(
            event,
            (row, sensor, ts) -> {
              if (!isThere(sensor, ts)) {
                writer.writeRow(sensor, ts);
                missing++;
              }
            });
    return missing;
  }

  private boolean isThere(long sensor, long ts) throws DbException {
    return find.execute(key.set(0, data.layout().key(sensor)).set(1, ts), null) > 0;
  }
}

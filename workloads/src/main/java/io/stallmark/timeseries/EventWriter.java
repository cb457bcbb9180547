package io.stallmark.timeseries;

import io.stallmark.data.SequenceGaps.Gap;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.timeseries.table.EventGrid;
import io.stallmark.timeseries.table.ReadingContent;
import io.stallmark.timeseries.table.SensorData;
import io.stallmark.timeseries.table.SensorLayout;

/**
 * Inserts whole events, and completes events that may be inserted only in part. Allocates nothing
 * per event; not thread-safe.
 */
final class EventWriter {

  private static final int TS = 0;
  private static final int SENSOR = 1;
  private static final int DATA = 2;
  private static final int CNT = DATA + SensorLayout.DATA.size();
  private static final int HASH = CNT + 1;

  private final SensorData data;
  private final ReadingContent content;
  private final PreparedOperation insert;
  private final PreparedOperation find;
  private final PreparedOperation insertRow;
  private final EventGrid.Visitor fill = (row, sensor, ts) -> fill(event().row(row), sensor, ts);
  private int missing;

  /**
   * @param name name of the operation that inserts an event
   */
  EventWriter(SensorOperations operations, String name, Session session) throws DbException {
    data = operations.data();
    content = data.content();
    insert = PreparedOperation.of(session, operations.insert(name));
    find = PreparedOperation.of(session, data.findRow());
    insertRow = PreparedOperation.of(session, operations.insertRow());
  }

  private Args event() {
    return insert.args();
  }

  /** Inserts the rows of an event that a run may have left out. */
  void fill(Gap gap) throws DbException {
    switch (gap.state()) {
      case UNTOUCHED -> write(gap.number());
      case UNFINISHED -> complete(gap.number());
      case UNKNOWN -> {
        // Looking up every row would take long. A later run completes an event that lacks a few.
        if (!hasFirstRow(gap.number())) {
          write(gap.number());
        }
      }
    }
  }

  void write(long number) throws DbException {
    data.grid().visit(number, fill);
    insert.execute();
  }

  /** Whether the first row of an event exists; an insert in order writes it first. */
  boolean hasFirstRow(long number) throws DbException {
    missing = 0;
    data.grid()
        .visit(number, (row, sensor, ts) -> missing += row == 0 && !isThere(sensor, ts) ? 1 : 0);
    return missing == 0;
  }

  /**
   * Looks up every row of an event and inserts the missing ones, which works without a unique key
   * too.
   *
   * @return number of rows inserted
   */
  int complete(long number) throws DbException {
    missing = 0;
    data.grid()
        .visit(
            number,
            (row, sensor, ts) -> {
              if (!isThere(sensor, ts)) {
                fill(insertRow.args(), sensor, ts);
                insertRow.execute();
                missing++;
              }
            });
    return missing;
  }

  private boolean isThere(long sensor, long ts) throws DbException {
    return find.set(0, data.layout().key(sensor)).set(1, ts).execute() > 0;
  }

  private void fill(Args row, long sensor, long ts) {
    content.turnTo(sensor, ts);
    row.set(TS, ts).set(SENSOR, sensor).set(CNT, content.cnt());
    for (int i = 0; i < SensorLayout.DATA.size(); i++) {
      row.set(DATA + i, content.data(i));
    }
    if (data.layout() == SensorLayout.HASH_PREFIXED) {
      row.set(HASH, SensorLayout.hash(sensor));
    }
  }
}

package io.stallmark.timeseries;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.timeseries.table.EventGrid;
import io.stallmark.timeseries.table.ReadingContent;
import io.stallmark.timeseries.table.SensorData;
import io.stallmark.timeseries.table.SensorLayout;

/** Inserts whole events. Allocates nothing per event; not thread-safe. */
final class EventWriter {

  private static final int TS = 0;
  private static final int SENSOR = 1;
  private static final int DATA = 2;
  private static final int CNT = DATA + SensorLayout.DATA.size();
  private static final int HASH = CNT + 1;

  private final EventGrid grid;
  private final boolean hashed;
  private final ReadingContent content;
  private final Statement statement;
  private final Args args;
  private final EventGrid.Visitor fill = this::fill; // allocated once, not per event

  EventWriter(SensorData data, Session session, Op insert) throws DbException {
    grid = data.grid();
    hashed = data.layout() == SensorLayout.HASH_PREFIXED;
    content = data.content();
    statement = session.prepare(insert);
    args = Args.of(insert);
  }

  void write(long event) throws DbException {
    grid.visit(event, fill);
    statement.execute(args, null);
  }

  /** Inserts a single row; requires an insert of single rows. */
  void writeRow(long sensor, long ts) throws DbException {
    fill(0, sensor, ts);
    statement.execute(args, null);
  }

  private void fill(int number, long sensor, long ts) {
    content.turnTo(sensor, ts);
    Args row = args.row(number).set(TS, ts).set(SENSOR, sensor).set(CNT, content.cnt());
    for (int i = 0; i < SensorLayout.DATA.size(); i++) {
      row.set(DATA + i, content.data(i));
    }
    if (hashed) {
      row.set(HASH, SensorLayout.hash(sensor));
    }
  }
}

package io.stallmark.timeseries.table;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/**
 * Reads a sensor's rows in the order of ts, a page at a time, each row once, rows of the same ts
 * too. The columns are ts, data1 to data6, cnt. Not thread-safe.
 */
public final class SensorPages {

  private static final int PAGE = 5_000;

  private final Layout layout;
  private final int size;
  private final Statement statement;
  private final Args args;
  private long from; // where the next page starts
  private long seen; // rows of that ts that were handed over already
  private long skip;
  private boolean done = true;

  public SensorPages(SensorData data, Session session) throws DbException {
    this(data, session, PAGE);
  }

  SensorPages(SensorData data, Session session, int size) throws DbException {
    this.size = size;
    layout = data.layout();
    Op page = data.page(size);
    statement = session.prepare(page);
    args = Args.of(page);
  }

  /**
   * Turns to a sensor's first row. What lies before the first ts of all is left out: MongoDB 6.0
   * finds nothing in a time series from moments within an hour of 1970 on.
   */
  public void start(long sensor) {
    args.set(0, layout.key(sensor));
    from = Grid.FIRST_TS;
    seen = 0;
    done = false;
  }

  /** Whether all rows of the sensor were handed over. */
  public boolean done() {
    return done;
  }

  /** Hands over the next page. */
  public void page(RowSink sink) throws DbException {
    args.set(1, from).set(2, Grid.LAST_TS);
    skip = seen;
    long read = statement.execute(args, row -> pass(row, sink));
    if (read < size) {
      done = true;
    } else if (skip > 0 || seen >= size) {
      from++; // more rows of one ts than a page holds: the rest of them stays unseen
      seen = 0;
    }
  }

  private void pass(Row row, RowSink sink) throws DbException {
    if (skip > 0) {
      skip--;
      return;
    }
    long ts = row.getLong(0);
    seen = ts == from ? seen + 1 : 1;
    from = ts;
    sink.row(row);
  }
}

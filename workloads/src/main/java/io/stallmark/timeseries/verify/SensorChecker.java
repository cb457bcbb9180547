package io.stallmark.timeseries.verify;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.timeseries.table.Grid;
import io.stallmark.timeseries.table.Layout;
import io.stallmark.timeseries.table.RowContent;
import io.stallmark.timeseries.table.SensorData;
import io.stallmark.timeseries.table.SensorPages;
import java.util.function.LongSupplier;

/** Takes one sensor after the other, a page a step. Used by one thread. */
final class SensorChecker implements Loader {

  private final SensorData data;
  private final Tally tally;
  private final LongSupplier sensors;
  private final Session session;
  private final SensorPages pages;
  private final RowContent content;
  private final RowSink look = this::look; // once, not for every page
  private final double[] values = new double[Layout.DATA.size()];
  private SensorFindings found = new SensorFindings(0);
  private long expected;

  SensorChecker(SensorData data, Tally tally, LongSupplier sensors, Session session)
      throws DbException {
    this.data = data;
    this.tally = tally;
    this.sensors = sensors;
    this.session = session;
    pages = new SensorPages(data, session);
    content = data.content();
  }

  @Override
  public long step() throws DbException {
    long before = found.rows;
    while (found.rows == before) {
      if (pages.done() && !turnToNext()) {
        return 0;
      }
      before = found.rows;
      pages.page(look);
      if (pages.done()) {
        tally.add(found);
      }
    }
    return found.rows - before;
  }

  private boolean turnToNext() throws DbException {
    long sensor = sensors.getAsLong();
    if (sensor == 0) {
      tally.counted(count());
      sensor = sensors.getAsLong();
    }
    if (sensor > data.grid().sensors()) {
      return false;
    }
    found = new SensorFindings(sensor);
    expected = Grid.FIRST_TS;
    pages.start(sensor);
    return true;
  }

  private long count() throws DbException {
    Op count = data.count();
    long[] rows = new long[1];
    session.prepare(count).execute(Args.of(count), row -> rows[0] = row.getLong(0));
    return rows[0];
  }

  private void look(Row row) throws DbException {
    long ts = row.getLong(0);
    found.rows++;
    if (ts > expected) {
      found.missing(expected, ts - expected);
    } else if (ts < expected) {
      found.surplus(ts);
    }
    expected = Math.max(expected, ts + 1);
    for (int i = 0; i < values.length; i++) {
      values[i] = row.getDouble(1 + i);
    }
    long checksum = RowContent.checksum(ts, values, row.getLong(1 + values.length));
    content.turnTo(found.sensor, ts);
    if (checksum != content.checksum(ts)) {
      found.wrong(ts);
    }
    found.checksum += checksum;
  }
}

package io.stallmark.timeseries.verify;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.timeseries.table.EventGrid;
import io.stallmark.timeseries.table.ReadingContent;
import io.stallmark.timeseries.table.SensorData;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.KeysetPager;
import io.stallmark.verification.PieceChecker;
import io.stallmark.verification.ViolationCount;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one sensor after another and compares each row. Used by one thread. */
final class SensorChecker implements PieceChecker.Source, PieceChecker.Piece {

  private final SensorData data;
  private final SensorVerification verification;
  private final Session session;
  private final KeysetPager pager;
  private final ReadingContent content;
  private final RowSink look = this::look; // allocated once, not per page
  private Found found = new Found(0);
  private final ExpectedKeys moments =
      new ExpectedKeys((first, last) -> found.missing.add(last - first + 1, first));

  /** Findings of one sensor. */
  static final class Found {
    final long sensor;
    final ViolationCount missing = new ViolationCount();
    final ViolationCount surplus = new ViolationCount();
    final ViolationCount wrong = new ViolationCount();
    long rows;
    long checksum;

    Found(long sensor) {
      this.sensor = sensor;
    }
  }

  SensorChecker(SensorData data, SensorVerification verification, Session session)
      throws DbException {
    this.data = data;
    this.verification = verification;
    this.session = session;
    pager = data.pager(session);
    content = data.content();
  }

  @Override
  public PieceChecker.@Nullable Piece next() throws DbException {
    long sensor = verification.takeSensor();
    if (sensor == 0) {
      verification.counted(count());
      sensor = verification.takeSensor();
    }
    if (sensor > data.grid().sensors()) {
      return null;
    }
    found = new Found(sensor);
    moments.expect(EventGrid.FIRST_TS, EventGrid.LAST_TS);
    data.start(pager, sensor);
    return this;
  }

  @Override
  public long page() throws DbException {
    long read = pager.page(look);
    if (pager.done()) {
      verification.add(found);
    }
    return read;
  }

  @Override
  public boolean done() {
    return pager.done();
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
    if (!moments.at(ts)) {
      found.surplus.add(ts);
    }
    long checksum = content.checksum(row);
    content.turnTo(found.sensor, ts);
    if (checksum != content.checksum(ts)) {
      found.wrong.add(ts);
    }
    found.checksum += checksum;
  }
}

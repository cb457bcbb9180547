package io.stallmark.insertbench;

import io.stallmark.data.Rng;
import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;

/** Reads rows by random ids. */
final class PointQueryClient implements Client {

  /** Number of queries after which the greatest id is read again, as in iibench.py. */
  private static final int REFRESH = 100;

  private final Rng rng;
  private final Statement points;
  private final Args ids;
  private final TableProgress progress;
  private final Statement lastId;
  private final Args none;
  private final RowSink sink = row -> last = row.getLong(0);
  private long last;
  private int queries;

  PointQueryClient(PurchasesTable table, TableProgress progress, Session session, Slice slice)
      throws DbException {
    rng = slice.rng();
    progress.draw(rng);
    Op op = table.points();
    points = session.prepare(op);
    ids = Args.of(op);
    this.progress = progress;
    Op greatest = table.last();
    lastId = session.prepare(greatest);
    none = Args.of(greatest);
  }

  @Override
  public void transaction() throws DbException {
    if (queries % REFRESH == 0) {
      lastId.execute(none, sink);
    }
    long[] list = ids.list(0);
    long from = progress.oldest();
    long to = Math.max(from, last - 1); // iibench.py excludes the greatest
    for (int i = 0; i < PurchasesTable.ROWS_OF_QUERY; i++) {
      list[i] = rng.uniform(from, to);
    }
    ids.length(0, PurchasesTable.ROWS_OF_QUERY);
    points.execute(ids, null);
    queries++;
  }
}

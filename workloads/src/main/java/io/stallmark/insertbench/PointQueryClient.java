package io.stallmark.insertbench;

import io.stallmark.data.Rng;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;

/** Reads rows by random ids. */
final class PointQueryClient implements Client {

  /** Number of queries after which the greatest id is read again, as in iibench.py. */
  private static final int REFRESH = 100;

  private final Rng rng;
  private final PreparedOperation points;
  private final TableProgress progress;
  private final PreparedOperation lastId;
  private long last;
  private int queries;

  PointQueryClient(PurchasesTable table, TableProgress progress, Session session, Slice slice)
      throws DbException {
    rng = slice.rng();
    progress.draw(rng);
    points = PreparedOperation.of(session, table.points());
    this.progress = progress;
    lastId = PreparedOperation.of(session, table.last());
  }

  @Override
  public void transaction() throws DbException {
    if (queries % REFRESH == 0) {
      last = lastId.number(last);
    }
    long[] ids = points.args().list(0);
    long from = progress.oldest();
    long to = Math.max(from, last - 1); // iibench.py excludes the greatest
    for (int i = 0; i < PurchasesTable.ROWS_OF_QUERY; i++) {
      ids[i] = rng.uniform(from, to);
    }
    points.args().length(0, PurchasesTable.ROWS_OF_QUERY);
    points.execute();
    queries++;
  }
}

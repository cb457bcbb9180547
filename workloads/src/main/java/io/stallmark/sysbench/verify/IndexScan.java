package io.stallmark.sysbench.verify;

import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Value;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.verification.KeysetPager;
import io.stallmark.verification.PieceChecker;
import java.util.function.Consumer;

/** Reads the index entries in a range of k. Not thread-safe. */
final class IndexScan implements PieceChecker.Piece {

  private final KeysetPager pager;
  private final TableTally tally = new TableTally();
  private final Consumer<TableTally> done;

  /**
   * @param limit entries per page
   * @param done receives the tally after the last page
   */
  IndexScan(Session session, Table table, TablePiece piece, int limit, Consumer<TableTally> done)
      throws DbException {
    this.done = done;
    Op.Read read =
        new Op.Read(
            "verify_index",
            TablePiece.RANGE,
            table,
            Select.columns("id", "k"),
            new Predicate.Between("k", Value.slot("low"), Value.slot("high")));
    String index = table.indexes().get(0).name();
    pager = new KeysetPager(session, read.using(index).orderBy("k").limit(limit), 1);
    pager.start(piece.low(), piece.high());
  }

  @Override
  public long page() throws DbException {
    long read = pager.page(row -> tally.index.addEntry(row.getLong(0), row.getLong(1)));
    if (pager.done()) {
      done.accept(tally);
    }
    return read;
  }

  @Override
  public boolean done() {
    return pager.done();
  }
}

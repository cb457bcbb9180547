package io.stallmark.sysbench.verify;

import io.stallmark.data.TextPattern;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Value;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.KeysetPager;
import io.stallmark.verification.PieceChecker;
import java.util.function.Consumer;

/** Reads the rows of a range of ids in primary key order and compares each row. Not thread-safe. */
final class RowScan implements PieceChecker.Piece {

  private static final int PAGE = 5_000;

  private final long rows;
  private final TextPattern c;
  private final TextPattern pad;
  private final byte[] text;
  private final KeysetPager pager;
  private final TableTally tally = new TableTally();
  private final ExpectedKeys ids =
      new ExpectedKeys((first, last) -> tally.missing.add(last - first + 1, first));
  private final Consumer<TableTally> done;

  /**
   * @param rows number of rows; the expected ids are 1 to rows
   * @param done receives the tally after the last page
   */
  RowScan(
      Session session,
      Table table,
      TablePiece piece,
      long rows,
      TextPattern c,
      TextPattern pad,
      Consumer<TableTally> done)
      throws DbException {
    this.rows = rows;
    this.c = c;
    this.pad = pad;
    this.done = done;
    text = new byte[c.length() + pad.length()];
    Op.Read read =
        new Op.Read(
            "verify_rows",
            TablePiece.RANGE,
            table,
            Select.columns("id", "k", "c", "pad"),
            new Predicate.Between("id", Value.slot("low"), Value.slot("high")));
    pager = new KeysetPager(session, read.orderBy("id").limit(PAGE), 0);
    pager.start(piece.low(), piece.high());
    ids.expect(Math.max(piece.low(), 1), Math.min(piece.high(), rows));
  }

  @Override
  public long page() throws DbException {
    long read = pager.page(this::look);
    if (pager.done()) {
      ids.end();
      done.accept(tally);
    }
    return read;
  }

  private void look(Row row) throws DbException {
    long id = row.getLong(0);
    ids.at(id);
    tally.rows++;
    tally.lowestId = Math.min(tally.lowestId, id);
    tally.highestId = Math.max(tally.highestId, id);
    if (id < 1 || id > rows) {
      tally.outside.add(id);
    }
    if (!c.matches(text, row.getText(2, text))) {
      tally.badC.add(id);
    }
    if (!pad.matches(text, row.getText(3, text))) {
      tally.badPad.add(id);
    }
    tally.index.addRow(id, row.getLong(1));
  }

  @Override
  public boolean done() {
    return pager.done();
  }
}

package io.stallmark.sysbench.verify;

import io.stallmark.data.TextPattern;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/** Reads the rows of an id range along the primary key and looks at every one. */
final class RowScan implements Scan {

  private static final int PAGE = 5_000;

  private final long rows;
  private final TextPattern c;
  private final TextPattern pad;
  private final byte[] text;
  private final Statement statement;
  private final Args args;
  private final Tally tally = new Tally();
  private final long high;
  private long low;
  private long expected;
  private boolean done;

  /**
   * @param rows ids 1 to rows are the ones that should be there
   */
  RowScan(Session session, Table table, Piece piece, long rows, TextPattern c, TextPattern pad)
      throws DbException {
    this.rows = rows;
    this.c = c;
    this.pad = pad;
    text = new byte[c.length() + pad.length()];
    Op op = Reads.rows(table, PAGE);
    statement = session.prepare(op);
    args = Args.of(op);
    low = piece.low();
    high = piece.high();
    expected = Math.max(low, 1);
  }

  @Override
  public long page() throws DbException {
    long read = statement.execute(args.set(0, low).set(1, high), this::look);
    done = read < PAGE || low > high;
    if (done) {
      expect(high + 1);
    }
    return read;
  }

  private void look(Row row) throws DbException {
    long id = row.getLong(0);
    expect(id);
    expected = Math.max(expected, id + 1);
    low = id + 1;
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

  /** What lies between the last row and this id is missing. */
  private void expect(long id) {
    tally.missing.add(Math.min(id, rows + 1) - expected, expected);
  }

  @Override
  public boolean done() {
    return done;
  }

  @Override
  public Tally tally() {
    return tally;
  }
}

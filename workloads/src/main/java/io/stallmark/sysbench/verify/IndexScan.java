package io.stallmark.sysbench.verify;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/**
 * Reads the entries of the index in a range of k. Many rows share a k, and a full page may end
 * among them; so the entries of a page's last k are put aside and read again with the next page.
 */
final class IndexScan implements Scan {

  private final int limit;
  private final Statement page;
  private final Args range;
  private final Statement one;
  private final Args key;
  private final Tally tally = new Tally();
  private final long high;
  private final long[] aside;
  private int waiting;
  private long counted;
  private long last;
  private long low;
  private boolean done;

  IndexScan(Session session, Table table, Piece piece, int limit) throws DbException {
    this.limit = limit;
    aside = new long[limit];
    Op pageOp = Reads.entries(table, limit);
    page = session.prepare(pageOp);
    range = Args.of(pageOp);
    Op oneOp = Reads.entriesAt(table);
    one = session.prepare(oneOp);
    key = Args.of(oneOp);
    low = piece.low();
    high = piece.high();
  }

  @Override
  public long page() throws DbException {
    last = low;
    waiting = 0;
    counted = 0;
    long read = page.execute(range.set(0, low).set(1, high), this::look);
    done = read < limit;
    if (done) {
      count();
    } else if (last > low) {
      low = last;
    } else {
      // A page was not enough for this one k.
      counted = one.execute(key.set(0, low), row -> tally.index.addEntry(row.getLong(0), low));
      done = low++ == high;
    }
    return counted;
  }

  private void look(Row row) throws DbException {
    long k = row.getLong(1);
    if (k != last) {
      count();
      last = k;
    }
    aside[waiting++] = row.getLong(0);
  }

  /** All entries of the last k have come. */
  private void count() {
    for (int i = 0; i < waiting; i++) {
      tally.index.addEntry(aside[i], last);
    }
    counted += waiting;
    waiting = 0;
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

package io.stallmark.insertbench;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/** Reads the smallest and the greatest id of a table. Used by one thread. */
final class IdRange {

  private final Statement firstId;
  private final Statement lastId;
  private final Args none;
  private final RowSink sink = row -> found = row.getLong(0);
  private long found;
  private long first;
  private long last;

  IdRange(PurchasesTable table, Session session) throws DbException {
    Op op = table.first();
    firstId = session.prepare(op);
    lastId = session.prepare(table.last());
    none = Args.of(op);
  }

  void refresh() throws DbException {
    found = 0;
    firstId.execute(none, sink);
    first = found;
    lastId.execute(none, sink);
    last = found;
  }

  /** Smallest id at the last refresh; 0: no rows. */
  long first() {
    return first;
  }

  /** Greatest id at the last refresh; 0: no rows. */
  long last() {
    return last;
  }
}

package io.stallmark.insertbench;

import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;

/** Reads the smallest and the greatest id of a table. Used by one thread. */
final class IdRange {

  private final PreparedOperation firstId;
  private final PreparedOperation lastId;
  private long first;
  private long last;

  IdRange(PurchasesTable table, Session session) throws DbException {
    firstId = PreparedOperation.of(session, table.first());
    lastId = PreparedOperation.of(session, table.last());
  }

  void refresh() throws DbException {
    first = firstId.number(0);
    last = lastId.number(first);
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

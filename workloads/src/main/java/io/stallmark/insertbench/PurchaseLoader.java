package io.stallmark.insertbench;

import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;

/** Inserts the rows of l.i0 for a run of a later step, table after table. */
final class PurchaseLoader implements Loader {

  private static final int BATCH = 100;

  private final InsertBenchOptions options;
  private final Session session;
  private final Slice slice;
  private final PurchaseContent content;
  private int table;
  private long inserted;
  private PreparedOperation insert;

  PurchaseLoader(InsertBenchOptions options, Session session, Slice slice) throws DbException {
    this.options = options;
    this.session = session;
    this.slice = slice;
    content = options.content();
    table = slice.index();
    insert = insert();
  }

  private PreparedOperation insert() throws DbException {
    return PreparedOperation.of(session, options.table(table).insert("load", BATCH));
  }

  @Override
  public long step() throws DbException {
    if (inserted == options.loaded()) {
      table += slice.count();
      inserted = 0;
      if (table < options.tables().size()) {
        insert = insert();
      }
    }
    if (table >= options.tables().size() || options.loaded() == 0) {
      return 0;
    }
    int count = (int) Math.min(BATCH, options.loaded() - inserted);
    Args rows = insert.args();
    for (int row = 0; row < count; row++) {
      rows.row(row);
      if (!options.assigned()) {
        rows.set(0, inserted + row + 1);
      }
      content.fill(slice.rng(), rows);
    }
    insert.execute();
    inserted += count; // last, so that a failed step can be repeated
    return count;
  }
}

package io.stallmark.insertbench;

import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.FiniteClient;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the oldest rows, as many in a transaction as an insert has. A database without such a
 * delete reads their ids first.
 */
final class DeleteClient implements FiniteClient {

  private static final long NONE = -1;

  private final GroupProgress group;
  private final TableProgress progress;
  private final int batch;
  private final @Nullable PreparedOperation oldest; // null: the delete finds the rows
  private final PreparedOperation delete;
  private final RowSink sink = this::found;
  private long first;
  private long last;

  DeleteClient(
      InsertBenchOptions options,
      PurchasesTable table,
      GroupProgress group,
      TableProgress progress,
      Session session)
      throws DbException {
    this.group = group;
    this.progress = progress;
    batch = options.batch();
    if (options.deletesFirst()) {
      oldest = null;
      delete = PreparedOperation.of(session, table.deleteOldest(batch));
    } else {
      oldest = PreparedOperation.of(session, table.oldest(batch));
      delete = PreparedOperation.of(session, table.deleteRange());
    }
  }

  @Override
  public boolean hasNext(BooleanSupplier ended) {
    return group.awaitDelete(ended);
  }

  @Override
  public void transaction() throws DbException {
    if (group.pendingDelete() == 0) {
      group.deletes(progress.takeOldest(batch));
    }
    if (oldest == null) {
      delete.set(0, group.pendingDelete()).execute();
    } else {
      first = NONE;
      oldest.set(0, group.pendingDelete()).execute(sink);
      if (first != NONE) {
        delete.set(0, first).set(1, last).execute();
      }
    }
    group.deleted();
  }

  private void found(Row row) throws DbException {
    last = row.getLong(0);
    first = first == NONE ? last : first;
  }
}

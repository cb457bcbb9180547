package io.stallmark.insertbench;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
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
  private final @Nullable Statement oldest;
  private final Statement delete;
  private final Args from;
  private final Args range;
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
      Op op = table.deleteOldest(batch);
      oldest = null;
      delete = session.prepare(op);
      from = Args.of(op);
      range = from;
    } else {
      Op find = table.oldest(batch);
      Op op = table.deleteRange();
      oldest = session.prepare(find);
      from = Args.of(find);
      delete = session.prepare(op);
      range = Args.of(op);
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
    from.set(0, group.pendingDelete());
    if (oldest == null) {
      delete.execute(from, null);
    } else {
      first = NONE;
      oldest.execute(from, sink);
      if (first != NONE) {
        delete.execute(range.set(0, first).set(1, last), null);
      }
    }
    group.deleted();
  }

  private void found(Row row) throws DbException {
    last = row.getLong(0);
    first = first == NONE ? last : first;
  }
}

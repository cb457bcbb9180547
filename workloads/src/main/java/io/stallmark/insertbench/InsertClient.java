package io.stallmark.insertbench;

import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.FiniteClient;
import io.stallmark.spi.workload.Slice;
import java.util.function.BooleanSupplier;

/** Inserts rows, a batch in a transaction. The last client of {@code l.x} then creates indexes. */
final class InsertClient implements FiniteClient {

  /** Kinds of transaction of the step {@code l.x}. */
  static final int INSERT = 0;

  static final int CREATE_INDEXES = 1;

  private final InsertBenchOptions options;
  private final GroupProgress group;
  private final TableProgress progress;
  private final PurchasesTable table;
  private final Session session;
  private final Slice slice;
  private final PurchaseContent content;
  private final PreparedOperation insert;
  private boolean indexing;

  InsertClient(
      InsertBenchOptions options,
      GroupProgress group,
      TableProgress progress,
      Session session,
      Slice slice)
      throws DbException {
    this.options = options;
    this.group = group;
    this.progress = progress;
    this.session = session;
    this.slice = slice;
    table = options.table(slice.index());
    progress.draw(slice.rng());
    content = options.content();
    insert = PreparedOperation.of(session, table.insert("insert", options.batch()));
  }

  @Override
  public boolean hasNext(BooleanSupplier ended) {
    if (!options.step().isFinite() || group.rows() < options.rows()) {
      return group.awaitInsert(ended);
    }
    if (options.step() == Step.L_X && slice.index() < options.tables().size()) {
      indexing = group.startIndexes();
      return indexing;
    }
    group.awaitEqual(ended);
    return false;
  }

  @Override
  public int kind() {
    return indexing ? CREATE_INDEXES : INSERT;
  }

  @Override
  public void transaction() throws DbException {
    if (indexing) {
      session.createIndexes(table.table());
      return;
    }
    int count =
        options.step().isFinite()
            ? (int) Math.min(options.batch(), options.rows() - group.rows())
            : options.batch();
    long id = options.assigned() ? 0 : progress.takeIds(count);
    for (int row = 0; row < count; row++) {
      insert.args().row(row);
      if (!options.assigned()) {
        insert.args().set(0, id + row);
      }
      content.fill(slice.rng(), insert.args());
    }
    insert.expect(count).execute();
    progress.inserted(count);
    group.inserted(count);
  }
}

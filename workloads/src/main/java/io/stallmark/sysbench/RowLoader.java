package io.stallmark.sysbench;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Slice;
import io.stallmark.verification.UnitLoader;
import org.jspecify.annotations.Nullable;

/**
 * Loads one loader's share of the batches. All batches form one sequence: table by table, with
 * ascending ids. Each loader takes a contiguous segment in key order. Loaders thus fill different
 * tables or different parts of one. Seed, table and id alone determine the content of a row.
 */
final class RowLoader extends UnitLoader {

  private final SysbenchOptions options;
  private final Session session;
  private final RowContent content;
  private final int rowsPerBatch;
  private final long batchesPerTable;
  private int table = -1;
  private @Nullable Batch batch;
  private final boolean resumes;

  /** Prepared insert of the current table. */
  private record Batch(Table table, PreparedOperation insert) {}

  /**
   * @param resumes whether an interrupted load may have inserted some of the rows
   */
  RowLoader(SysbenchOptions options, long seed, boolean resumes, Session session, Slice slice) {
    super(
        batches(options) * slice.index() / slice.count(),
        batches(options) * (slice.index() + 1) / slice.count(),
        1);
    this.resumes = resumes;
    this.options = options;
    this.session = session;
    content = new RowContent(options, seed);
    rowsPerBatch = rowsPerBatch(options);
    batchesPerTable = batches(options) / options.tables().size();
  }

  private static int rowsPerBatch(SysbenchOptions options) {
    return (int) Math.min(options.batch(), options.rows());
  }

  private static long batches(SysbenchOptions options) {
    int rows = rowsPerBatch(options);
    return (options.rows() + rows - 1) / rows * options.tables().size();
  }

  @Override
  protected long load(long number) throws DbException {
    Batch to = batchOf((int) (number / batchesPerTable));
    long before = number % batchesPerTable * rowsPerBatch;
    int rows = (int) Math.min(rowsPerBatch, options.rows() - before);
    long there = resumes ? count(to.table, before + 1, before + rows) : 0;
    if (there == 0) {
      for (int row = 0; row < rows; row++) {
        content.fill(to.insert.args().row(row), table, before + row + 1);
      }
      to.insert.execute();
    } else if (there < rows) {
      insertMissing(to, before, rows);
    }
    setFound(there == rows ? rows : 0);
    return rows;
  }

  private long count(Table of, long low, long high) throws DbException {
    return PreparedOperation.of(session, SysbenchOperations.countRows(of))
        .set(0, low)
        .set(1, high)
        .number(0);
  }

  /** Inserts a batch row by row and skips existing rows. */
  private void insertMissing(Batch to, long before, int rows) throws DbException {
    PreparedOperation insert = PreparedOperation.of(session, SysbenchOperations.load(to.table, 1));
    for (int row = 0; row < rows; row++) {
      content.fill(insert.args().row(0), table, before + row + 1);
      try {
        insert.execute();
      } catch (DbException e) {
        if (e.kind() != DbException.Kind.DUPLICATE_KEY) {
          throw e;
        }
      }
    }
  }

  private Batch batchOf(int number) throws DbException {
    Batch current = batch;
    if (current == null || number != table) {
      Table into = options.tables().get(number);
      Op op = SysbenchOperations.load(into, rowsPerBatch);
      current = new Batch(into, PreparedOperation.of(session, op));
      batch = current;
      table = number;
    }
    return current;
  }
}

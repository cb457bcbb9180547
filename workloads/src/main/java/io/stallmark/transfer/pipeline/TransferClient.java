package io.stallmark.transfer.pipeline;

import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.FiniteClient;
import io.stallmark.spi.workload.Slice;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.RawBatch;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Imports one batch after another, then exports one range of keys after another. Each of them is a
 * transaction.
 */
final class TransferClient implements FiniteClient {

  private final TransferRun run;
  private final int index;
  private final Session session;
  private final @Nullable BatchImport importer;
  private final @Nullable RangeExport exporter;
  private BooleanSupplier ended = () -> false;
  private Task task = Task.REPORT;
  private @Nullable RawBatch batch;
  private long range;

  /** What a transaction does. */
  private enum Task {
    IMPORT,
    /** Fails, so that the run ends with the failure of a reader. */
    REPORT,
    INDEX,
    EXPORT
  }

  TransferClient(TransferRun run, Session session, Slice slice) throws DbException {
    this.run = run;
    this.session = session;
    index = slice.index();
    TransferPlan.Import imports = run.plan().imports();
    TransferPlan.Export exports = run.plan().exports();
    importer = imports == null ? null : new BatchImport(imports, session);
    exporter = exports == null ? null : new RangeExport(exports, session);
    run.join(index, slice.count());
  }

  @Override
  public boolean hasNext(BooleanSupplier runEnds) {
    ended = runEnds;
    run.settle(index); // of a transaction that failed
    batch = importer == null ? null : run.take(index, ended);
    range = TransferRun.NONE;
    if (batch != null) {
      task = Task.IMPORT;
      return true;
    }
    if (run.failure() != null) {
      task = Task.REPORT;
      return run.reports();
    }
    if (run.takesIndexes(ended)) {
      task = Task.INDEX;
      return true;
    }
    task = Task.EXPORT;
    range = run.nextRange(ended);
    return range != TransferRun.NONE;
  }

  @Override
  public int kind() {
    return switch (task) {
      case IMPORT, REPORT -> 0;
      case INDEX -> 1;
      case EXPORT -> (importer == null ? 0 : 1) + (run.plan().indexed() == null ? 0 : 1);
    };
  }

  @Override
  public void transaction() throws DbException {
    try {
      switch (task) {
        case IMPORT -> importBatch(Objects.requireNonNull(importer));
        case REPORT -> throw run.failed();
        case INDEX -> run.indexed(createIndexes(Objects.requireNonNull(run.plan().indexed())));
        case EXPORT -> exportRange(Objects.requireNonNull(exporter));
      }
    } catch (BadInput e) {
      throw run.fail(e);
    }
  }

  private void importBatch(BatchImport with) throws DbException, BadInput {
    RawBatch current = Objects.requireNonNull(batch);
    long present = with.run(current);
    run.imported(index, current, with.sum(), present);
  }

  /**
   * Creates the secondary indexes. Returns the duration in nanoseconds.
   *
   * @throws BadInput if the server refuses them, which ends the run
   */
  private long createIndexes(Table table) throws BadInput {
    long start = System.nanoTime();
    try {
      session.createIndexes(table);
      return System.nanoTime() - start;
    } catch (DbException e) {
      throw new BadInput(
          "the indexes of table " + table.name() + " were not created: " + e.getMessage());
    }
  }

  private void exportRange(RangeExport with) throws DbException, BadInput {
    try {
      run.exported(with.run(run.ranges(), range, ended), with.written());
    } catch (DbException e) {
      if (e.kind() == DbException.Kind.CONNECTION) {
        run.giveBack(range);
      }
      throw e;
    }
  }
}

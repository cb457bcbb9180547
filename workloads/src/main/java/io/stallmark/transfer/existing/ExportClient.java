package io.stallmark.transfer.existing;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.FiniteClient;
import io.stallmark.transfer.content.RowCopy;
import io.stallmark.transfer.file.FileDirectory;
import io.stallmark.transfer.format.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Exports one range of keys after another: a transaction reads a range and writes its file. */
final class ExportClient implements FiniteClient {

  private final ExportRun run;
  private final Statement read;
  private final Args keys;
  private final Args row;
  private final RowCopy copy;
  private final ExportFile file;
  private BooleanSupplier ended = () -> false;
  private long range;
  private @Nullable IOException failure;

  /**
   * @param row slots of one row
   */
  ExportClient(ExportRun run, Op.Read op, Args row, RowCopy copy, ExportFile file, Session session)
      throws DbException {
    this.run = run;
    this.row = row;
    this.copy = copy;
    this.file = file;
    read = session.prepare(op);
    keys = Args.of(op);
  }

  @Override
  public boolean hasNext(BooleanSupplier runEnds) {
    ended = runEnds;
    range = run.nextRange();
    return range >= 0;
  }

  @Override
  public void transaction() throws DbException {
    KeyDivision division = run.division();
    failure = null;
    try {
      file.begin(path());
      if (division.bounded()) {
        keys.set(0, division.low(range)).set(1, division.high(range));
      }
      read.execute(keys, this::write);
      if (failure != null) {
        throw failure;
      }
      run.exported(file.end(), file.written());
    } catch (DbException e) {
      if (e.kind() == DbException.Kind.CONNECTION) {
        file.abandon(); // before another client begins it
        run.giveBack(range);
      }
      throw e;
    } catch (IOException e) {
      throw run.fail(new BadInput(FileDirectory.cause(path(), e)));
    } finally {
      file.abandon(); // unless it has ended
    }
  }

  private Path path() {
    return run.target().file(range, run.division().ranges());
  }

  private void write(Row from) throws DbException {
    if (failure != null) {
      return; // the rest of the result is of no use
    }
    if (ended.getAsBoolean()) {
      failure = new IOException("the export was stopped");
      return;
    }
    copy.copy(from, row);
    try {
      file.write(row);
    } catch (IOException e) {
      failure = e;
    }
  }
}

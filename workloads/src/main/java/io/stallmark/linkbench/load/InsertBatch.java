package io.stallmark.linkbench.load;

import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.text.Text;

/** Buffer of rows for one table, sent in batches. Allocates nothing per row; not thread-safe. */
final class InsertBatch {

  private final Op.Insert insert;
  private final PreparedOperation batch;
  private int waiting;

  InsertBatch(Session session, Op.Insert insert) throws DbException {
    this.insert = insert;
    batch = PreparedOperation.of(session, insert);
  }

  /**
   * Returns the arguments of the next row, to be set before the next call. Sends the batch first if
   * it is full.
   */
  Args row() throws DbException {
    if (waiting == insert.rows()) {
      flush();
    }
    return batch.args().row(waiting++);
  }

  void flush() throws DbException {
    if (waiting == 0) {
      return;
    }
    int rows = waiting;
    waiting = 0; // also on failure: a repeated piece starts with its first row
    long in = execute();
    if (insert.form() == Form.STREAM && in < rows) {
      throw new DbException(
          DbException.Kind.DUPLICATE_KEY,
          "stream",
          Text.format(
              "Of %,d rows for table %s %,d went in; the others were there already",
              rows, insert.table().name(), in));
    }
  }

  private long execute() throws DbException {
    try {
      return batch.execute();
    } catch (DbException e) {
      if (insert.form() == Form.UNORDERED && e.kind() == DbException.Kind.DUPLICATE_KEY) {
        return 0; // the other rows were inserted
      }
      throw e;
    }
  }

  /** Discards the rows that were not sent. */
  void clear() {
    waiting = 0;
  }
}

package io.stallmark.spi;

import org.jspecify.annotations.Nullable;

/** An operation prepared in one session. Not thread-safe. */
public interface Statement {

  /**
   * Executes the operation in one round trip and fetches the whole result, even without a sink. A
   * transaction boundary may need a second round trip, see {@link Session#carries}.
   *
   * @param sink receives each row of a read; null: rows are fetched and discarded
   * @return number of rows read, inserted, changed or deleted; number of rows passed by a change
   *     that returns the values before it
   */
  long execute(Args args, @Nullable RowSink sink) throws DbException;

  /** Effect of an insert with {@link io.stallmark.model.Op.Insert#onConflict}. */
  enum Outcome {
    /** The key did not exist; the row was inserted. */
    INSERTED,
    /** The row existed and was changed. */
    CHANGED,
    /** The row existed and already had the new values. */
    UNCHANGED
  }

  /**
   * Outcome of the last execution. Only for an insert with {@code onConflict} that does not return
   * the values before it; others throw {@link IllegalStateException}.
   */
  default Outcome outcome() {
    throw new IllegalStateException("Only an insert that may change a row has an outcome");
  }

  /**
   * Key that the database assigned to the row of the last execution, without a round trip. Only for
   * an insert that is {@code keyed}; others throw {@link IllegalStateException}.
   */
  default long generatedKey() throws DbException {
    throw new IllegalStateException("Only an insert of a row that gets a number has one");
  }
}

package io.stallmark.spi;

import org.jspecify.annotations.Nullable;

/** An operation compiled for one session. Not thread-safe. */
public interface Statement {

  /**
   * One round trip. The whole result is fetched, whether somebody looks at it or not.
   *
   * @param sink takes each row of a read; null: the rows are fetched and dropped
   * @return rows read, inserted, changed or deleted
   */
  long execute(Args args, @Nullable RowSink sink) throws DbException;

  /** What an insert with {@link io.stallmark.model.Op.Insert#onConflict} has come to. */
  enum Outcome {
    /** The key was not there; the row is now. */
    INSERTED,
    /** The row was there and has changed. */
    CHANGED,
    /** The row was there and had the values already. */
    UNCHANGED
  }

  /** Of the last execution; only for an insert with {@code onConflict}. */
  default Outcome outcome() {
    throw new IllegalStateException("Only an insert that may change a row has an outcome");
  }

  /**
   * The number that the database has given the row of the last execution; only for an insert of one
   * row that leaves out the column that numbers rows by itself. No round trip.
   */
  default long generatedKey() throws DbException {
    throw new IllegalStateException("Only an insert of a row that gets a number has one");
  }
}

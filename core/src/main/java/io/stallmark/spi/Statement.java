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
}

package io.stallmark.spi;

/** Receives the rows of a result one at a time, on the thread that executes the statement. */
@FunctionalInterface
public interface RowSink {
  void row(Row row) throws DbException;
}

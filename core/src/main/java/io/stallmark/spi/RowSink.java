package io.stallmark.spi;

/** Takes the rows of a result one by one. */
@FunctionalInterface
public interface RowSink {
  void row(Row row) throws DbException;
}

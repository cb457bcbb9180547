package io.stallmark.transfer.format;

import io.stallmark.spi.Args;

/** Writes rows as the documents of a file. For one thread. */
@FunctionalInterface
public interface RowWriter {

  /** Appends what precedes the rows of a file. */
  default void begin(OutputBytes out) {}

  /** Appends a row of values, one slot for each column. */
  void write(Args values, int row, OutputBytes out);
}

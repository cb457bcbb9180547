package io.stallmark.transfer.format;

import io.stallmark.spi.Args;

/** Reads rows from the documents of a file. For one thread. */
@FunctionalInterface
public interface RowParser {

  /**
   * Sets the rows of the values to the documents of a batch, one slot for each column.
   *
   * @throws BadInput if a document cannot be read; the rows are then undefined
   */
  void parse(RawBatch batch, Args into) throws BadInput;
}

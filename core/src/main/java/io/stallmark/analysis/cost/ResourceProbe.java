package io.stallmark.analysis.cost;

import io.stallmark.spi.server.Usage;
import java.io.IOException;

/** Something to read counts from. Used by one thread at a time. */
public interface ResourceProbe extends AutoCloseable {

  CostSource source();

  /** Whose counts they are, for readers: a process, a disk, an address. */
  String what();

  /**
   * What has been used since the source began to count; a source that has begun anew counts from 0.
   *
   * @throws IOException with a line for the user; a later reading may succeed
   */
  Usage read() throws IOException;

  /** Never throws. */
  @Override
  default void close() {}
}

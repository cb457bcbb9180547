package io.stallmark.analysis.cost;

import io.stallmark.spi.server.Usage;
import java.io.IOException;

/** Reads the counters of a source. Used by one thread at a time. */
public interface ResourceProbe extends AutoCloseable {

  CostSource source();

  /** Returns what the counters are of, for readers: a process, a disk, an address. */
  String what();

  /**
   * Returns the counters since the source started to count. After a restart, a source counts from
   * 0.
   *
   * @throws IOException if the source cannot be read, with a line for the user; a later reading may
   *     succeed
   */
  Usage read() throws IOException;

  /** Releases the source. Never throws. */
  @Override
  default void close() {}
}

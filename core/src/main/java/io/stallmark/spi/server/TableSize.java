package io.stallmark.spi.server;

import java.util.Map;
import java.util.OptionalLong;

/**
 * How much room tables take on disk, as far as the server knows.
 *
 * @param dataBytes of the rows, with the primary key where the rows lie in it; by the server's
 *     statistics, which may lag
 * @param indexBytes of the secondary indexes, likewise
 * @param fileBytes of all files, data and indexes together, without holes; empty: unknown
 * @param rows of each table, by its name; by the server's statistics, which may estimate; a table
 *     that is not in it: unknown
 */
public record TableSize(
    long dataBytes, long indexBytes, OptionalLong fileBytes, Map<String, Long> rows) {

  public TableSize {
    rows = Map.copyOf(rows);
  }

  /** Nobody knows of rows. */
  public TableSize(long dataBytes, long indexBytes, OptionalLong fileBytes) {
    this(dataBytes, indexBytes, fileBytes, Map.of());
  }

  /** All files, or data and indexes where nobody says the files' size. */
  public long storedBytes() {
    return fileBytes.orElse(dataBytes + indexBytes);
  }
}

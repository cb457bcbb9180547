package io.stallmark.spi.server;

import java.util.Map;
import java.util.OptionalLong;

/**
 * Disk space of a set of tables, as reported by the server.
 *
 * @param dataBytes bytes of the rows, with the primary key if rows are stored in it. From the
 *     server's statistics, which may be out of date
 * @param indexBytes bytes of the secondary indexes, from the same statistics
 * @param fileBytes allocated bytes of all files, data and indexes, without holes; empty: unknown
 * @param rows number of rows by table name, from the server's statistics, possibly an estimate;
 *     tables with an unknown number are absent
 */
public record TableSize(
    long dataBytes, long indexBytes, OptionalLong fileBytes, Map<String, Long> rows) {

  public TableSize {
    rows = Map.copyOf(rows);
  }
}

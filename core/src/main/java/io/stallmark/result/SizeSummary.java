package io.stallmark.result;

import org.jspecify.annotations.Nullable;

/**
 * Size of the tables on disk at the start and at the end of a run.
 *
 * @param end size at the end; null: unknown, for example after an interrupt
 */
public record SizeSummary(StoredSize start, @Nullable StoredSize end) {

  /**
   * Size of all tables.
   *
   * @param fileBytes size of all files together; null: not reported
   * @param rows number of rows in all tables; null: not reported
   */
  public record StoredSize(
      long dataBytes, long indexBytes, @Nullable Long fileBytes, @Nullable Long rows) {}
}

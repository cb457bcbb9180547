package io.stallmark.result;

import org.jspecify.annotations.Nullable;

/**
 * What the tables took on disk.
 *
 * @param end null: not known, as of a run that was interrupted
 */
public record SizeSummary(StoredSize start, @Nullable StoredSize end) {

  /**
   * A size.
   *
   * @param fileBytes all files together; null: not reported
   * @param rows in all tables; null: not reported
   */
  public record StoredSize(
      long dataBytes, long indexBytes, @Nullable Long fileBytes, @Nullable Long rows) {}
}

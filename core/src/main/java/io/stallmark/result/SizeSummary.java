package io.stallmark.result;

import org.jspecify.annotations.Nullable;

/**
 * Size of the tables on disk at the start and at the end of a run.
 *
 * @param end size at the end; null: unknown, for example after an interrupt
 */
public record SizeSummary(StoredSize start, @Nullable StoredSize end) {

  /**
   * Size of all tables at one time. {@code SizeMetric} lists its values and quotients.
   *
   * @param fileBytes size of all files together; null: not reported
   * @param rows number of rows in all tables; null: not reported
   * @param logicalBytes bytes of the values of these rows; null: unknown, or an older file
   */
  public record StoredSize(
      long dataBytes,
      long indexBytes,
      @Nullable Long fileBytes,
      @Nullable Long rows,
      @Nullable Long logicalBytes) {

    /** Returns the bytes of all files, or of data and indexes if those are not reported. */
    public long storedBytes() {
      return fileBytes == null ? dataBytes + indexBytes : fileBytes;
    }
  }
}

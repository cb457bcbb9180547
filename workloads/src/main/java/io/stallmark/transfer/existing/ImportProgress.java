package io.stallmark.transfer.existing;

import io.stallmark.transfer.content.ContentSum;

/** What the clients of an import have done. Thread-safe. */
final class ImportProgress {

  private ContentSum imported = ContentSum.EMPTY;
  private long bytes;
  private long present;
  private long failedBatches;
  private long failedRows;
  private long begin;
  private long end;

  /** Counts a batch that a client is about to import. */
  synchronized void began() {
    if (begin == 0) {
      begin = System.nanoTime();
    }
  }

  /**
   * Counts an imported batch.
   *
   * @param existing number of its rows that an earlier import had inserted
   */
  synchronized void imported(ContentSum batch, long source, long existing) {
    imported = imported.and(batch);
    bytes += source;
    present += existing;
    end = System.nanoTime();
  }

  synchronized void failed(long rows) {
    failedBatches++;
    failedRows += rows;
    end = System.nanoTime();
  }

  /** Checksum of the imported rows as the files contain them. */
  synchronized ContentSum imported() {
    return imported;
  }

  /** Number of bytes of the imported rows in the files, decompressed. */
  synchronized long bytes() {
    return bytes;
  }

  /** Number of rows that an earlier import had inserted, without having recorded it. */
  synchronized long present() {
    return present;
  }

  synchronized long failedBatches() {
    return failedBatches;
  }

  synchronized long failedRows() {
    return failedRows;
  }

  /** Time from the first batch to the end of the last one, nanoseconds. */
  synchronized long nanos() {
    return Math.max(0, end - begin);
  }
}

package io.stallmark.transfer.existing;

import io.stallmark.spi.workload.TransferResult;
import io.stallmark.spi.workload.TransferResult.Point;
import io.stallmark.transfer.content.ContentSum;
import java.util.ArrayList;
import java.util.List;

/** What the clients of an import have done. Thread-safe. */
final class ImportProgress {

  /** Rows between two points at first; doubled when there are twice as many points as wanted. */
  private static final long FIRST_SLOT = 1000;

  private final List<Point> points = new ArrayList<>();
  private long slot = FIRST_SLOT;
  private long nextPoint = FIRST_SLOT;
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
    if (imported.rows() >= nextPoint) {
      points.add(new Point(end, imported.rows(), bytes));
      if (points.size() == 2 * TransferResult.SLOTS) {
        slot *= 2;
        for (int i = TransferResult.SLOTS - 1; i >= 0; i--) {
          points.remove(2 * i);
        }
      }
      nextPoint = imported.rows() / slot * slot + slot;
    }
  }

  /** Progress of the import, at most twice as many points as wanted, and one for its end. */
  synchronized List<Point> points() {
    List<Point> all = new ArrayList<>(points);
    if (imported.rows() > (all.isEmpty() ? 0 : all.get(all.size() - 1).documents())) {
      all.add(new Point(end, imported.rows(), bytes));
    }
    return all;
  }

  /** When the first batch was taken, as from {@link System#nanoTime}. */
  synchronized long begun() {
    return begin;
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

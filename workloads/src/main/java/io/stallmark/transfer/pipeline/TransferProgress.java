package io.stallmark.transfer.pipeline;

import io.stallmark.spi.workload.TransferResult;
import io.stallmark.spi.workload.TransferResult.Point;
import io.stallmark.transfer.content.ContentSum;
import java.util.ArrayList;
import java.util.List;

/** Rows that the clients of a run have imported, or exported. Thread-safe. */
public final class TransferProgress {

  /** Rows between two points of a transfer whose number of rows is not known. */
  public static final long FIRST_SLOT = 1000;

  private final List<Point> points = new ArrayList<>();
  private long slot;
  private long nextPoint;
  private ContentSum sum = ContentSum.EMPTY;
  private long bytes;
  private long failures;
  private long failedRows;
  private long begin;
  private long end;

  /**
   * @param slot rows between two points at first; doubled when there are twice as many points as
   *     wanted
   */
  public TransferProgress(long slot) {
    this.slot = slot;
    nextPoint = slot;
  }

  /** Number of rows between two points of a transfer of this many rows. */
  public static long slot(long rows) {
    return Math.max(1, (rows + TransferResult.SLOTS - 1) / TransferResult.SLOTS);
  }

  /** Notes that a client has something to move. */
  synchronized void begin() {
    if (begin == 0) {
      begin = System.nanoTime();
    }
  }

  /**
   * Counts rows that were moved.
   *
   * @param content their size in files, before compression
   */
  public synchronized void moved(ContentSum rows, long content) {
    sum = sum.and(rows);
    bytes += content;
    end = System.nanoTime();
    if (sum.rows() >= nextPoint) {
      points.add(new Point(end, sum.rows(), bytes));
      if (points.size() == 2 * TransferResult.SLOTS) {
        slot *= 2;
        for (int i = TransferResult.SLOTS - 1; i >= 0; i--) {
          points.remove(2 * i);
        }
      }
      nextPoint = sum.rows() / slot * slot + slot;
    }
  }

  /** Counts a batch whose statement failed. */
  synchronized void failed(long rows) {
    failures++;
    failedRows += rows;
    end = System.nanoTime();
  }

  /** Progress, at most twice as many points as wanted, and one for its end. */
  public synchronized List<Point> points() {
    List<Point> all = new ArrayList<>(points);
    if (sum.rows() > (all.isEmpty() ? 0 : all.get(all.size() - 1).documents())) {
      all.add(new Point(end, sum.rows(), bytes));
    }
    return all;
  }

  /** When the first rows were taken, as from {@link System#nanoTime}. */
  synchronized long begun() {
    return begin;
  }

  /** Checksum of the rows as the files contain them. */
  public synchronized ContentSum sum() {
    return sum;
  }

  /** Size of the rows in the files, before compression. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Number of batches whose statements failed. */
  public synchronized long failures() {
    return failures;
  }

  /** Number of rows of the batches whose statements failed. */
  public synchronized long failedRows() {
    return failedRows;
  }

  /** Time from the first rows to the end of the last ones, seconds. */
  public synchronized double seconds() {
    return Math.max(0, end - begin) / 1e9;
  }
}

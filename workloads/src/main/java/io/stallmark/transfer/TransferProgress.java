package io.stallmark.transfer;

import io.stallmark.spi.workload.TransferResult;
import io.stallmark.spi.workload.TransferResult.Point;
import io.stallmark.transfer.content.ContentSum;
import java.util.ArrayList;
import java.util.List;

/** What the clients of a run have imported and exported. Thread-safe. */
final class TransferProgress {

  private static final long UNKNOWN = -1;

  private final long slot;
  private final List<Point> points = new ArrayList<>();
  private long nextPoint;
  private ContentSum imported = ContentSum.EMPTY;
  private ContentSum exported = ContentSum.EMPTY;
  private long importedBytes;
  private long taken;
  private long settled;
  private long failed;
  private long failedDocuments;
  private long nextRange;
  private long exportedRanges;
  private long failedRanges;
  private long firstTaken;
  private long lastSettled;
  private boolean indexing;
  private long indexNanos = UNKNOWN;
  private long exportFrom;
  private long lastExported;

  /**
   * @param documents number of documents to import
   */
  TransferProgress(long documents) {
    slot = Math.max(1, (documents + TransferResult.SLOTS - 1) / TransferResult.SLOTS);
    nextPoint = slot;
  }

  /** When the first batch was taken, as from {@link System#nanoTime}. */
  synchronized long begun() {
    return firstTaken;
  }

  /** Progress of the import, one point for each slot of documents, and one for its end. */
  synchronized List<Point> points() {
    List<Point> all = new ArrayList<>(points);
    Point end = new Point(lastSettled, imported.rows(), importedBytes);
    if (end.documents() > (all.isEmpty() ? 0 : all.get(all.size() - 1).documents())) {
      all.add(end);
    }
    return all;
  }

  /** Counts a batch that a client is about to take. */
  synchronized void taking() {
    taken++;
    if (firstTaken == 0) {
      firstTaken = System.nanoTime();
    }
  }

  /** Takes {@link #taking} back: there was no batch. */
  synchronized void tookNone() {
    taken--;
  }

  synchronized void imported(ContentSum batch, long bytes) {
    imported = imported.and(batch);
    importedBytes += bytes;
    settled++;
    lastSettled = System.nanoTime();
    if (imported.rows() >= nextPoint) {
      points.add(new Point(lastSettled, imported.rows(), importedBytes));
      nextPoint = imported.rows() / slot * slot + slot;
    }
  }

  /** Counts a batch whose statement failed. */
  synchronized void failed(int documents) {
    settled++;
    failed++;
    failedDocuments += documents;
  }

  /** Whether no client works on a batch. */
  synchronized boolean isSettled() {
    return settled == taken;
  }

  /** Returns true once: for the client that creates the indexes. */
  synchronized boolean startIndexes() {
    boolean first = !indexing;
    indexing = true;
    return first;
  }

  synchronized void indexed(long nanos) {
    indexNanos = nanos;
  }

  /** Whether the indexes were created after the import. */
  synchronized boolean isIndexed() {
    return indexNanos != UNKNOWN;
  }

  /** Duration of the creation of indexes, nanoseconds; 0: there was none. */
  synchronized long indexNanos() {
    return Math.max(0, indexNanos);
  }

  /** Time from the first range to the end of the last one, nanoseconds. */
  synchronized long exportNanos() {
    return Math.max(0, lastExported - exportFrom);
  }

  /** Returns the number of the next range to export. */
  synchronized long nextRange() {
    if (nextRange == 0) {
      exportFrom = System.nanoTime();
    }
    return nextRange++;
  }

  /** Counts an exported range; returns the number of those. */
  synchronized long exported(ContentSum range) {
    exported = exported.and(range);
    lastExported = System.nanoTime();
    return ++exportedRanges;
  }

  synchronized void exportFailed() {
    failedRanges++;
  }

  /** Number of ranges whose exports failed. */
  synchronized long failedRanges() {
    return failedRanges;
  }

  synchronized ContentSum imported() {
    return imported;
  }

  synchronized ContentSum exported() {
    return exported;
  }

  synchronized long importedBytes() {
    return importedBytes;
  }

  synchronized long exportedRanges() {
    return exportedRanges;
  }

  /** Number of batches whose statements failed. */
  synchronized long failedBatches() {
    return failed;
  }

  synchronized long failedDocuments() {
    return failedDocuments;
  }

  /** Time from the first batch to the end of the last one, nanoseconds. */
  synchronized long importNanos() {
    return Math.max(0, lastSettled - firstTaken);
  }
}

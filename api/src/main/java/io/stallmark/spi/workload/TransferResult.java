package io.stallmark.spi.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of an import or export of a table.
 *
 * @param figures totals, as in {@code run.json}
 * @param begun when the import began, as from {@link System#nanoTime}
 * @param points progress of the import, at most one point for each slot of documents
 */
public record TransferResult(Figures figures, long begun, List<Point> points) {

  /** Number of slots into which the documents of an import are divided. */
  public static final int SLOTS = 100;

  public TransferResult {
    points = List.copyOf(points);
  }

  /**
   * Totals of a transfer. Null: there was no such part, or it did not end.
   *
   * @param documents documents that were imported, or exported if none were imported
   * @param checksum checksum of these documents
   * @param insertForm form of the insert
   * @param sourceBytes bytes of the imported documents in the files, before compression
   * @param importSeconds from the first batch to the end of the last one
   * @param indexSeconds duration of the creation of indexes after the import
   * @param exportedBytes bytes of the exported documents, before compression
   * @param exportSeconds from the first range to the end of the last one
   * @param clientsWaitedSeconds time in which clients waited for files, all clients together
   * @param readersWaitedSeconds time in which readers of files waited for clients, all together
   * @param slowdown rate of the first tenth of the documents by that of the last tenth
   */
  public record Figures(
      long documents,
      @Nullable String checksum,
      @Nullable String insertForm,
      @Nullable Long sourceBytes,
      @Nullable Double importSeconds,
      @Nullable Double indexSeconds,
      @Nullable Long exportedBytes,
      @Nullable Double exportSeconds,
      @Nullable Double clientsWaitedSeconds,
      @Nullable Double readersWaitedSeconds,
      @Nullable Double slowdown) {}

  /**
   * Progress at a time.
   *
   * @param at time as from {@link System#nanoTime}
   * @param documents documents that were imported until then
   * @param bytes bytes of these documents in the files
   */
  public record Point(long at, long documents, long bytes) {}

  /** Returns the rate of the first tenth by that of the last tenth; null: too few points. */
  public static @Nullable Double slowdown(long begun, List<Point> points) {
    if (points.isEmpty()) {
      return null;
    }
    Point end = points.get(points.size() - 1);
    Point first = null;
    Point last = null;
    for (Point point : points) {
      if (first == null && 10 * point.documents >= end.documents) {
        first = point;
      }
      if (10 * point.documents <= 9 * end.documents) {
        last = point;
      }
    }
    if (first == null || last == null || first.at <= begun || end.at <= last.at) {
      return null;
    }
    double before = (double) first.documents / (first.at - begun);
    double after = (double) (end.documents - last.documents) / (end.at - last.at);
    return before / after;
  }
}

package io.stallmark.report.file;

import io.stallmark.report.table.FigureTable;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.spi.workload.TransferResult;
import io.stallmark.spi.workload.TransferResult.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Content of {@code progress.csv}: the progress of an import. */
public final class ProgressFile {

  /** A slot takes at least a third of the average time of all slots. */
  private static final int LEAST_SHARE = 3;

  private static final double SECOND = 1e9;
  private static final double MEGABYTE = 1e6;

  /**
   * A slot of documents.
   *
   * @param size last known size at its end; null: none is known
   */
  private record Slot(Point from, Point to, long begun, @Nullable StoredSize size) {

    private double seconds() {
      return (to.at() - from.at()) / SECOND;
    }
  }

  private static final FigureTable<Slot> TABLE =
      new FigureTable<Slot>("progress.csv")
          .column("documents", slot -> slot.to.documents())
          .column("at_s", slot -> (slot.to.at() - slot.begun) / SECOND)
          .column(
              "documents_per_s",
              slot -> (slot.to.documents() - slot.from.documents()) / slot.seconds())
          .column(
              "source_mb_per_s",
              slot -> (slot.to.bytes() - slot.from.bytes()) / MEGABYTE / slot.seconds())
          .column("data_bytes", slot -> slot.size == null ? null : slot.size.dataBytes())
          .column("index_bytes", slot -> slot.size == null ? null : slot.size.indexBytes());

  public static final String NAME = TABLE.name();

  private ProgressFile() {}

  /**
   * Returns the content.
   *
   * @param sizes sizes by their time, as from {@link System#nanoTime}
   */
  static String content(TransferResult transfer, NavigableMap<Long, StoredSize> sizes) {
    List<Slot> slots = new ArrayList<>();
    for (Point[] ends : slots(transfer)) {
      Map.Entry<Long, StoredSize> size = sizes.floorEntry(ends[1].at());
      slots.add(
          new Slot(ends[0], ends[1], transfer.begun(), size == null ? null : size.getValue()));
    }
    return TABLE.content(slots);
  }

  /**
   * Returns the first and the last point of each slot. Batches of several clients often end at
   * almost the same time; points that follow that closely belong to one slot.
   */
  private static List<Point[]> slots(TransferResult transfer) {
    List<Point[]> slots = new ArrayList<>();
    List<Point> points = transfer.points();
    if (points.isEmpty()) {
      return slots;
    }
    Point end = points.get(points.size() - 1);
    long least = Math.max(1, (end.at() - transfer.begun()) / (LEAST_SHARE * TransferResult.SLOTS));
    Point from = new Point(transfer.begun(), 0, 0);
    for (Point to : points) {
      if (to.at() - from.at() >= least) {
        slots.add(new Point[] {from, to});
        from = to;
      } else if (to.equals(end) && !slots.isEmpty()) {
        slots.get(slots.size() - 1)[1] = end;
      }
    }
    return slots;
  }
}

package io.stallmark.report.file;

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

  private static final CsvTable<Slot> TABLE =
      new CsvTable<Slot>("progress.csv")
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

  public static final String NAME = TABLE.file();

  private ProgressFile() {}

  /**
   * Returns the content.
   *
   * @param sizes sizes by their time, as from {@link System#nanoTime}
   */
  static String content(TransferResult transfer, NavigableMap<Long, StoredSize> sizes) {
    List<Slot> slots = new ArrayList<>();
    Point from = new Point(transfer.begun(), 0, 0);
    for (Point to : transfer.points()) {
      if (to.at() > from.at()) { // otherwise it has no rate, and the next slot includes it
        Map.Entry<Long, StoredSize> size = sizes.floorEntry(to.at());
        slots.add(new Slot(from, to, transfer.begun(), size == null ? null : size.getValue()));
        from = to;
      }
    }
    return TABLE.content(slots);
  }
}

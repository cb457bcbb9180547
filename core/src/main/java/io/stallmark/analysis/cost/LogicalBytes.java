package io.stallmark.analysis.cost;

import io.stallmark.model.Op;
import io.stallmark.model.Op.Native.Effect;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.spi.server.TableSize;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Logical size of rows: the bytes of their values, without the overhead of the server's storage.
 */
public final class LogicalBytes {

  private LogicalBytes() {}

  /** Returns a size that a database reported, with that of the values. */
  public static StoredSize stored(ResolvedWorkload workload, TableSize size) {
    Collection<Long> rows = size.rows().values();
    return new StoredSize(
        size.dataBytes(),
        size.indexBytes(),
        size.fileBytes().isPresent() ? size.fileBytes().getAsLong() : null,
        rows.isEmpty() ? null : rows.stream().mapToLong(Long::longValue).sum(),
        bytes(workload, size));
  }

  /**
   * Returns the bytes of all rows in the tables; null: the rows or the columns of a table are
   * unknown.
   */
  private static @Nullable Long bytes(ResolvedWorkload workload, TableSize size) {
    long bytes = 0;
    for (Table table : workload.tables()) {
      Long rows = size.rows().get(table.name());
      if (rows == null || table.arrangement() instanceof TableLayout.Native) {
        return null;
      }
      bytes += rows * workload.scenario().rowBytes(table);
    }
    return bytes;
  }

  /**
   * Returns the bytes of all rows that a run, or an interval of it, inserted or updated. An updated
   * row counts with all its values, a deleted row with none. Null: native statements ran, whose
   * writes are unknown.
   */
  public static @Nullable Long written(
      ResolvedWorkload workload, List<Kind> kinds, List<OperationSeries> series) {
    Map<String, Long> rows = new HashMap<>();
    for (int i = 0; i < kinds.size(); i++) {
      rows.put(kinds.get(i).name(), series.get(i).rows());
    }
    Map<String, Long> bytes = new HashMap<>();
    for (Op op : workload.ops()) {
      long of = rows.getOrDefault(op.name(), 0L);
      if (op instanceof Op.Insert insert) {
        bytes.put(op.name(), of * workload.scenario().rowBytes(insert.table()));
      } else if (op instanceof Op.Update update) {
        bytes.put(op.name(), of * workload.scenario().rowBytes(update.table()));
      } else if (op instanceof Op.Native verbatim && verbatim.effect() != Effect.READ && of > 0) {
        return null;
      }
    }
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }
}

package io.stallmark.analysis.cost;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
import io.stallmark.spi.server.TableSize;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Bytes of rows as the user sees them: their values, without whatever a server puts around them.
 */
final class LogicalBytes {

  private LogicalBytes() {}

  /** Of all rows that tables have; empty: of one of them the number is not known. */
  static OptionalLong stored(ResolvedWorkload workload, TableSize size) {
    long bytes = 0;
    for (Table table : workload.tables()) {
      Long rows = size.rows().get(table.name());
      if (rows == null) {
        return OptionalLong.empty();
      }
      bytes += rows * workload.rowBytes(table);
    }
    return OptionalLong.of(bytes);
  }

  /**
   * Of all rows that a run, or an interval of it, inserted or changed; a changed row counts whole,
   * a deleted one has no bytes. Empty: it had statements of which it is not known what they write.
   */
  static OptionalLong written(
      ResolvedWorkload workload, List<Kind> kinds, List<OperationSeries> series) {
    Map<String, Long> rows = new HashMap<>();
    for (int i = 0; i < kinds.size(); i++) {
      rows.put(kinds.get(i).name(), series.get(i).rows());
    }
    Map<String, Long> bytes = new HashMap<>();
    for (Op op : workload.ops()) {
      long of = rows.getOrDefault(op.name(), 0L);
      if (op instanceof Op.Insert insert) {
        bytes.put(op.name(), of * workload.rowBytes(insert.table()));
      } else if (op instanceof Op.Update update) {
        bytes.put(op.name(), of * workload.rowBytes(update.table()));
      } else if (op instanceof Op.Native && of > 0) {
        return OptionalLong.empty();
      }
    }
    return OptionalLong.of(bytes.values().stream().mapToLong(Long::longValue).sum());
  }
}

package io.stallmark.tpcc.load;

import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.schema.TpccTables;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of history that an interrupted load has inserted, by piece. The table has no key by which
 * they could be found, so it is read once, before any loader inserts more. Thread-safe.
 */
public final class HistoryCensus {

  private static final int ROWS = 1000;

  private @Nullable Map<Long, Long> rows;

  /** Number of rows of a piece. */
  synchronized long count(Session session, WarehousePiece piece) throws DbException {
    Map<Long, Long> counted = rows;
    if (counted == null) {
      counted = read(session);
      rows = counted;
    }
    return counted.getOrDefault(key(piece.warehouse(), piece.district(), piece.first()), 0L);
  }

  private static Map<Long, Long> read(Session session) throws DbException {
    Op.Read all =
        new Op.Read(
                "read_history", TpccTables.HISTORY, Select.columns("h_w_id", "h_d_id", "h_c_id"))
            .streaming();
    Map<Long, Long> counted = new HashMap<>();
    PreparedOperation.of(session, all)
        .execute((Row row) -> counted.merge(keyOf(row), 1L, Long::sum));
    return counted;
  }

  private static Long keyOf(Row row) throws DbException {
    return key(row.getLong(0), row.getLong(1), row.getLong(2));
  }

  private static long key(long warehouse, long district, long customer) {
    return Scale.customer(warehouse, district, customer) / ROWS;
  }
}

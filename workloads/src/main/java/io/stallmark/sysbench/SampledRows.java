package io.stallmark.sysbench;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks up some ids of some tables after a run of a mix that keeps its rows. Finds tables that were
 * emptied during the run if the statements of the mix have no expectation.
 */
final class SampledRows {

  private static final int TABLES = 32;
  private static final int IDS = 8;

  private SampledRows() {}

  /** Returns a sentence for each table that lacks rows. */
  static List<String> missing(SysbenchOptions options, Session session) throws DbException {
    List<String> sentences = new ArrayList<>();
    List<Table> tables = options.tables();
    int sample = Math.min(TABLES, tables.size());
    for (int i = 0; i < sample; i++) {
      Table table = tables.get((int) ((long) i * tables.size() / sample));
      long ids = Math.min(IDS, options.rows());
      long missing = missing(table, options.rows(), ids, session);
      // without a transaction, a failed insert leaves its row deleted
      boolean holes = options.replaces() && !options.transactional();
      if (missing > (holes ? ids / 2 : 0)) {
        sentences.add(
            "%d of %d ids that were looked up after the run are missing: rows have vanished from table %s."
                .formatted(missing, ids, table.name()));
      }
    }
    return sentences;
  }

  private static long missing(Table table, long rows, long ids, Session session)
      throws DbException {
    Op select = SysbenchOperations.pointSelect(table);
    Statement statement = session.prepare(select);
    Args args = Args.of(select);
    long missing = 0;
    for (long i = 1; i <= ids; i++) {
      missing += statement.execute(args.set(0, i * rows / ids), null) > 0 ? 0 : 1;
    }
    return missing;
  }
}

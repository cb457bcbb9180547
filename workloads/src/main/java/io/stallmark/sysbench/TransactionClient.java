package io.stallmark.sysbench;

import io.stallmark.data.Distribution;
import io.stallmark.data.KeySequence;
import io.stallmark.data.Rng;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;
import io.stallmark.sysbench.SysbenchMix.Part;
import java.util.List;

/**
 * Sends the statements of a mix. The constructor prepares all statements for every table, as in
 * {@code oltp_common.lua:347}, and allocates the arguments. A transaction only draws numbers, in
 * sysbench's order, and executes statements.
 */
final class TransactionClient implements Client {

  /** All statements of one family in a transaction, on one table. */
  @FunctionalInterface
  private interface Step {

    /**
     * @param table index of the table, from 0
     */
    void run(int table) throws DbException;
  }

  private static final int INT32_MAX = Integer.MAX_VALUE;

  private final SysbenchOptions options;
  private final List<KeySequence> newIds;
  private final InsertedRows inserted;
  private final Session session;
  private final Slice slice;
  private final Rng rng;
  private final Distribution id;
  private final Step[] steps;
  private final long lastTable;
  private final boolean transactional;
  private final boolean tablePerTransaction;

  TransactionClient(
      SysbenchOptions options,
      List<KeySequence> newIds,
      InsertedRows inserted,
      Session session,
      Slice slice)
      throws DbException {
    this.options = options;
    this.newIds = newIds;
    this.inserted = inserted;
    this.session = session;
    this.slice = slice;
    rng = slice.rng();
    id = options.distribution().between(1, options.rows());
    lastTable = options.tables().size() - 1L;
    transactional = options.transactional();
    tablePerTransaction = options.tablePerTransaction();
    steps = new Step[options.parts().size()];
    for (int i = 0; i < steps.length; i++) {
      Part part = options.parts().get(i);
      steps[i] = step(part.family(), part.count());
    }
  }

  @Override
  public void transaction() throws DbException {
    if (transactional) {
      session.begin();
    }
    int table = tablePerTransaction ? anyTable() : 0;
    for (Step step : steps) {
      step.run(tablePerTransaction ? table : anyTable());
    }
    if (transactional) {
      session.commit();
    }
  }

  /**
   * Draws a table. The distribution is always uniform, independent of rand-type ({@code
   * oltp_common.lua:396}).
   */
  private int anyTable() {
    return (int) rng.uniform(0, lastTable);
  }

  /**
   * Steps with the least number of rows of each result. Before a run of a mix that keeps its rows,
   * each table has the ids 1 to rows, and the statements with an expectation draw from these.
   */
  private Step step(StatementFamily family, int count) throws DbException {
    return switch (family) {
      // an index update changes every row that it matches: it adds 1 to k
      case POINT_SELECT, INDEX_UPDATE -> byId(call(family, 0), count, 1);
      // nothing: it removes rows, and finds fewer of them the longer it runs
      case DELETE -> byId(call(family, 0), count, 0);
      // one sum; one text: rows may have equal texts that runs of one seed drew for other rows
      case SUM_RANGE, DISTINCT_RANGE -> byRange(call(family, 0), count, 1);
      case SIMPLE_RANGE, ORDER_RANGE -> byRange(call(family, 0), count, options.rangeSize());
      case NON_INDEX_UPDATE -> newText(call(family, 0), count);
      case DELETE_INSERT -> replace(call(family, 0), call(family, 1), count);
      case INSERT -> options.numbersRows() ? appendWithId(family) : append(call(family, 0));
      case RANDOM_POINTS -> randomPoints(call(family, 0));
      case RANDOM_RANGES -> randomRanges(call(family, 0));
    };
  }

  /** Statement prepared for every table, with shared arguments. */
  private record Call(Statement[] statements, Args args) {

    /** Returns the number of rows. */
    long execute(int table) throws DbException {
      return statements[table].execute(args, null);
    }
  }

  private Call call(StatementFamily family, int position) throws DbException {
    List<Table> tables = options.tables();
    Statement[] statements = new Statement[tables.size()];
    for (int i = 0; i < statements.length; i++) {
      statements[i] = session.prepare(options.ops(family, tables.get(i)).get(position));
    }
    return new Call(statements, Args.of(options.ops(family, tables.get(0)).get(position)));
  }

  /** {@code oltp_common.lua:412-421, 452-460}, {@code oltp_delete.lua:28-34}. */
  private Step byId(Call call, int count, long least) {
    call.args.expect(least);
    return table -> {
      for (int i = 0; i < count; i++) {
        call.args.set(0, id.next(rng));
        call.execute(table);
      }
    };
  }

  /**
   * {@code oltp_common.lua:423-434}. The upper bound is limited to the greatest INTEGER, above
   * which there are no rows.
   *
   * @param most number of rows of the result where no row is missing, at most
   */
  private Step byRange(Call call, int count, long most) {
    long more = options.rangeSize() - 1L;
    return table -> {
      for (int i = 0; i < count; i++) {
        long low = id.next(rng);
        call.args
            .set(0, low)
            .set(1, Math.min(low + more, INT32_MAX))
            .expect(Math.min(most, options.rows() - low + 1));
        call.execute(table);
      }
    };
  }

  /**
   * {@code oltp_common.lua:462-471}: the text is drawn before the id. Without an expectation:
   * servers report changed rows, and a row does not change if an earlier run of the same seed has
   * written the same text.
   */
  private Step newText(Call call, int count) {
    return table -> {
      for (int i = 0; i < count; i++) {
        RowContent.text(SysbenchTables.C, rng, call.args, 0);
        call.args.set(1, id.next(rng));
        call.execute(table);
      }
    };
  }

  /** {@code oltp_common.lua:473-490}: id, k, c, pad, then both statements. */
  private Step replace(Call delete, Call insert, int count) {
    delete.args.expect(1);
    return table -> {
      for (int i = 0; i < count; i++) {
        long key = id.next(rng);
        delete.args.set(0, key);
        insert.args.set(0, key).set(1, id.next(rng));
        RowContent.texts(rng, insert.args, 2);
        long deleted = delete.execute(table);
        reinsert(insert, table, deleted);
      }
    };
  }

  /**
   * Inserts a row after it was deleted. Without locks on gaps, as in PostgreSQL, another
   * transaction may delete and insert the row while this delete waits for it, and this delete then
   * finds no row. The transaction is retried, as sysbench's pgsql driver does after a duplicate key
   * ({@code drv_pgsql.c}, {@code ER_UNIQUE_VIOLATION}).
   */
  private static void reinsert(Call insert, int table, long deleted) throws DbException {
    try {
      insert.execute(table);
    } catch (DbException e) {
      if (e.kind() == DbException.Kind.DUPLICATE_KEY && deleted == 0) {
        throw new DbException(DbException.Kind.RETRY, e.code(), String.valueOf(e.getMessage()), e);
      }
      throw e;
    }
  }

  /** {@code oltp_insert.lua:43-65}. */
  private Step append(Call insert) {
    return table -> {
      insert.args.set(0, id.next(rng));
      RowContent.texts(rng, insert.args, 1);
      insert.execute(table);
      inserted.add(table);
    };
  }

  /**
   * Same as {@link #append}, but the clients generate the ids. A failed attempt may have inserted
   * its row, so a retry takes a new id. The old id remains a gap, as with auto-increment.
   */
  private Step appendWithId(StatementFamily family) throws DbException {
    Call insert = call(family, 0);
    for (int i = 0; i < newIds.size(); i++) {
      KeySequence ids = newIds.get(i);
      Op last = SysbenchOperations.lastId(options.tables().get(i));
      PreparedOperation.of(session, last).execute(row -> ids.startAfter(row.getLong(0)));
    }
    return table -> {
      insert.args.set(0, newId(table)).set(1, id.next(rng));
      RowContent.texts(rng, insert.args, 2);
      insert.execute(table);
      inserted.add(table);
    };
  }

  private long newId(int table) throws DbException {
    long key = newIds.get(table).next();
    if (key > INT32_MAX) {
      throw new DbException(
          DbException.Kind.FATAL,
          "full",
          "Table " + options.tables().get(table).name() + " has no free id left below 2^31");
    }
    return key;
  }

  /**
   * {@code select_random_points.lua:61-72}. Without an expectation: several rows have a k or none,
   * and index updates of earlier runs have raised k, possibly beyond all values that are drawn.
   */
  private Step randomPoints(Call call) {
    Distribution k = shareOfK();
    return table -> {
      for (int i = 0; i < options.points(); i++) {
        call.args.set(i, k.next(rng));
      }
      call.execute(table);
    };
  }

  /**
   * {@code select_random_ranges.lua:64-77}. Without an expectation: the result is a count, which is
   * one row for any table.
   */
  private Step randomRanges(Call call) {
    Distribution k = shareOfK();
    return table -> {
      for (int i = 0; i < options.ranges(); i++) {
        long low = k.next(rng);
        call.args.set(2 * i, low).set(2 * i + 1, Math.min(low + options.delta(), INT32_MAX));
      }
      call.execute(table);
    };
  }

  /**
   * Returns the distribution over this client's share of the values of k, so that ranges of
   * different clients do not overlap. As in sysbench, shares start at 0 and adjacent shares have
   * one value in common.
   */
  private Distribution shareOfK() {
    double share = (double) options.rows() / slice.count();
    double low = share * slice.index();
    return options.distribution().between((long) low, (long) (low + share));
  }
}

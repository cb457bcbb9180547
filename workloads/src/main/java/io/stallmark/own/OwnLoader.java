package io.stallmark.own;

import io.stallmark.data.Rng;
import io.stallmark.own.definition.CurrentValues;
import io.stallmark.own.definition.OwnDefinition;
import io.stallmark.own.definition.OwnTable;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import org.jspecify.annotations.Nullable;

/** Inserts every n-th batch of each table. The content of a row depends only on seed and number. */
final class OwnLoader implements Loader {

  private final OwnDefinition definition;
  private final long seed;
  private final int batch;
  private final Session session;
  private final Slice slice;
  private final CurrentValues values;
  private final Rng rng;
  private int table;
  private long next; // rows of the table before the next batch
  private @Nullable TableInsert insert; // into the table

  /**
   * Tries all statements first, as every loader does, so that one that is refused ends the load
   * before any row.
   */
  OwnLoader(OwnDefinition definition, long seed, int batch, Session session, Slice slice)
      throws DbException {
    this.definition = definition;
    this.seed = seed;
    this.batch = batch;
    this.session = session;
    this.slice = slice;
    values = new CurrentValues(definition);
    rng = Rng.of(seed, 0);
    next = (long) slice.index() * batch;
    definition.tryStatements(session);
  }

  @Override
  public long step() throws DbException {
    while (table < definition.tables().size() && next >= definition.tables().get(table).rows()) {
      table++;
      next = (long) slice.index() * batch;
      insert = null;
    }
    if (table == definition.tables().size()) {
      return 0;
    }
    OwnTable into = definition.tables().get(table);
    int rows = (int) Math.min(batch, into.rows() - next);
    TableInsert prepared = insert;
    if (prepared == null) {
      prepared = new TableInsert(into, seed + table);
      insert = prepared;
    }
    prepared.execute(next, rows);
    next += (long) slice.count() * batch; // last, so that a failed step can be repeated
    return rows;
  }

  /** Insert into a table in this session. */
  private final class TableInsert {

    private final long seed;
    private final PreparedOperation operation;
    private final int[] slots;
    private final int[] drawn;

    TableInsert(OwnTable into, long seed) throws DbException {
      this.seed = seed;
      operation = PreparedOperation.of(session, into.insert((int) Math.min(batch, into.rows())));
      slots = CurrentValues.slots(into.slots());
      drawn = CurrentValues.slots(into.drawn());
    }

    /**
     * @param before number of the row before the first one
     */
    void execute(long before, int rows) throws DbException {
      for (int row = 0; row < rows; row++) {
        long number = before + row + 1;
        rng.reseed(seed, number);
        values.draw(rng, drawn);
        values.set(definition.rowSlot(), number);
        values.copy(slots, operation.args().row(row));
      }
      operation.execute();
    }
  }
}

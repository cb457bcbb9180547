package io.stallmark.tpcb;

import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Inserts every n-th batch of each table: branches, then tellers, then accounts. A batch of a
 * resumed load that is there in part is deleted before it is inserted.
 */
final class BankLoader implements Loader {

  private static final int KEY = 0;
  private static final int BRANCH = 1;
  private static final int FILLER = 3;

  private final int scale;
  private final int batch;
  private final boolean resumes;
  private final Session session;
  private final Slice slice;
  private int table;
  private long next; // rows of the table before the next batch
  private @Nullable PreparedOperation insert; // into the table
  private long found;

  BankLoader(int scale, int batch, boolean resumes, Session session, Slice slice) {
    this.scale = scale;
    this.batch = batch;
    this.resumes = resumes;
    this.session = session;
    this.slice = slice;
    next = (long) slice.index() * batch;
  }

  @Override
  public long step() throws DbException {
    Table into = BankTables.ALL.get(table);
    while (next >= rows(into)) {
      if (rows(into) == 0) {
        return 0;
      }
      into = BankTables.ALL.get(++table);
      next = (long) slice.index() * batch;
      insert = null;
    }
    int rows = (int) Math.min(batch, rows(into) - next);
    long there = resumes ? countOrDelete(into, rows) : 0;
    if (there < rows) {
      insert(into, rows);
    }
    found = there == rows ? rows : 0;
    next += (long) slice.count() * batch; // last, so that a failed step can be repeated
    return rows;
  }

  @Override
  public long found() {
    return found;
  }

  private long rows(Table of) {
    return (long) scale * BankTables.rowsOfBranch(of);
  }

  private void insert(Table into, int rows) throws DbException {
    PreparedOperation prepared = insert;
    if (prepared == null) {
      int most = (int) Math.min(batch, rows(into));
      prepared = PreparedOperation.of(session, BankTables.load(into, most));
      insert = prepared;
    }
    for (int row = 0; row < rows; row++) {
      fill(prepared.args().row(row), into, next + row + 1);
    }
    prepared.execute();
  }

  private static void fill(Args row, Table into, long key) {
    row.set(KEY, key);
    if (!BankTables.isBranches(into)) {
      row.set(BRANCH, (key - 1) / BankTables.rowsOfBranch(into) + 1);
    }
    if (BankTables.isAccounts(into)) {
      Arrays.fill(row.text(FILLER), (byte) ' ');
      row.length(FILLER, BankTables.FILLER);
    }
  }

  /** Returns the number of rows of the batch; deletes them if they are not all there. */
  private long countOrDelete(Table of, int rows) throws DbException {
    String key = of.primaryKey().get(0);
    Predicate.Between range =
        new Predicate.Between(key, Value.literal(next + 1), Value.literal(next + rows));
    Op count = new Op.Read("count", of, new Select.Count(), range);
    long there = PreparedOperation.of(session, count).number(0);
    if (there > 0 && there < rows) {
      Op delete = new Op.Delete("delete", of, range);
      PreparedOperation.of(session, delete).execute();
      there = 0;
    }
    return there;
  }
}

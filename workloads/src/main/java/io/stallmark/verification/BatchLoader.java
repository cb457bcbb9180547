package io.stallmark.verification;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Slice;

/** Inserts a share of numbered rows: every n-th batch of n loaders. */
public abstract class BatchLoader extends UnitLoader {

  private final long rows;
  private final int size;
  private final PreparedOperation batch;
  private final PreparedOperation single;
  private final PreparedOperation find;
  private final boolean resumes;

  /**
   * @param rows number of rows of all loaders
   * @param batch inserts many rows
   * @param single inserts one row
   * @param find reads one row
   * @param resumes whether an interrupted load may have inserted some of the rows
   */
  protected BatchLoader(
      long rows,
      Op.Insert batch,
      Op.Insert single,
      Op find,
      boolean resumes,
      Session session,
      Slice slice)
      throws DbException {
    super(slice.index(), (rows + batch.rows() - 1) / batch.rows(), slice.count());
    this.rows = rows;
    this.resumes = resumes;
    size = batch.rows();
    this.batch = PreparedOperation.of(session, batch);
    this.single = PreparedOperation.of(session, single);
    this.find = PreparedOperation.of(session, find);
  }

  /**
   * Sets the slots of an insert to a row.
   *
   * @param number number of the row, from 0
   */
  protected abstract void fill(long number, Args row);

  /** Sets the slots of the read of a row. */
  protected abstract void select(long number, Args key);

  @Override
  protected final long load(long number) throws DbException {
    long first = number * size;
    int count = (int) Math.min(size, rows - first);
    if (resumes) {
      complete(first, count);
    } else {
      for (int row = 0; row < count; row++) {
        fill(first + row, batch.args().row(row));
      }
      batch.execute();
    }
    return count;
  }

  private void complete(long first, int count) throws DbException {
    long found = 0;
    for (long number = first; number < first + count; number++) {
      select(number, find.args());
      if (find.execute() > 0) {
        found++;
      } else {
        fill(number, single.args());
        single.execute();
      }
    }
    setFound(found);
  }
}

package io.stallmark.verification;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;

/** Inserts a share of numbered rows: every n-th batch of n loaders. */
public abstract class BatchLoader implements Loader {

  private final long rows;
  private final int size;
  private final PreparedOperation batch;
  private final PreparedOperation single;
  private final PreparedOperation find;
  private final boolean resumes;
  private final int stride;
  private long next;
  private long found;

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
    this.rows = rows;
    this.resumes = resumes;
    size = batch.rows();
    this.batch = PreparedOperation.of(session, batch);
    this.single = PreparedOperation.of(session, single);
    this.find = PreparedOperation.of(session, find);
    next = slice.index();
    stride = slice.count();
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
  public final long step() throws DbException {
    long first = next * size;
    int count = (int) Math.min(size, rows - first);
    if (count <= 0) {
      return 0;
    }
    found = 0;
    if (resumes) {
      complete(first, count);
    } else {
      for (int row = 0; row < count; row++) {
        fill(first + row, batch.args().row(row));
      }
      batch.execute();
    }
    next += stride; // last, so that a failed step can be repeated
    return count;
  }

  private void complete(long first, int count) throws DbException {
    for (long number = first; number < first + count; number++) {
      select(number, find.args());
      if (find.execute() > 0) {
        found++;
      } else {
        fill(number, single.args());
        single.execute();
      }
    }
  }

  @Override
  public final long found() {
    return found;
  }
}

package io.stallmark.verification;

import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Loader;

/** Loads numbered units, one per step. */
public abstract class UnitLoader implements Loader {

  private final long end;
  private final long stride;
  private long next;
  private long found;

  /**
   * @param end number after the last unit
   * @param stride distance of the units of this loader; 1: all of them from the first on
   */
  protected UnitLoader(long first, long end, long stride) {
    next = first;
    this.end = end;
    this.stride = stride;
  }

  /** Loads a unit; after a failure once more. Returns the number of its rows. */
  protected abstract long load(long unit) throws DbException;

  /** Sets the number of rows of the last unit that an earlier load has inserted. */
  protected final void setFound(long rows) {
    found = rows;
  }

  @Override
  public final long step() throws DbException {
    if (next >= end) {
      return 0;
    }
    long rows = load(next);
    next += stride; // last, so that a failed step can be repeated
    return rows;
  }

  @Override
  public final long found() {
    return found;
  }
}

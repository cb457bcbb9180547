package io.stallmark.tpcc.transaction;

import io.stallmark.data.Rng;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Slice;
import io.stallmark.text.Text;
import io.stallmark.tpcc.data.Scale;
import java.util.Arrays;

/** Inputs that several transactions draw, for one client. Not thread-safe. */
final class TpccTerminal {

  private static final int PERCENT = 100;

  private final Rng rng;
  private final long warehouses;
  private final boolean anyHome;
  private final int home;
  private final int district;

  TpccTerminal(Terms terms, Slice slice) {
    rng = slice.rng();
    warehouses = terms.schema().warehouses();
    anyHome = terms.anyHome();
    home = 1 + (int) (slice.index() % warehouses);
    district = 1 + (int) (slice.index() / warehouses % Scale.DISTRICTS);
  }

  Rng rng() {
    return rng;
  }

  /** Home warehouse of a transaction. */
  long warehouse() {
    return anyHome ? rng.uniform(1, warehouses) : home;
  }

  /** District of a transaction that any district can have. */
  long district() {
    return rng.uniform(1, Scale.DISTRICTS);
  }

  /** District of Stock-Level, which the terminal has (clause 2.8.1.1). */
  long ownDistrict() {
    return anyHome ? district() : district;
  }

  boolean percent(int share) {
    return rng.uniform(1, PERCENT) <= share;
  }

  /** Another warehouse than this one, in a share of the cases if there is one. */
  long remote(long warehouse, int percent) {
    if (!percent(percent) || warehouses == 1) {
      return warehouse;
    }
    long other = rng.uniform(1, warehouses - 1);
    return other < warehouse ? other : other + 1;
  }

  /** Fails if a row that every scale has is not there: the tables are damaged. */
  static void found(long rows, String row, long... key) throws DbException {
    if (rows == 0) {
      throw new DbException(
          DbException.Kind.FATAL,
          "MISSING",
          Text.format("There is no %s %s", row, Arrays.toString(key)));
    }
  }
}

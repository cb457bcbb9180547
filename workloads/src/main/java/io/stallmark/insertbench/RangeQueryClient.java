package io.stallmark.insertbench;

import io.stallmark.data.Rng;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;
import java.util.ArrayList;
import java.util.List;

/** Reads a few rows in the order of a random secondary index, from a random value on. */
final class RangeQueryClient implements Client {

  private final Rng rng;
  private final List<PreparedOperation> ranges = new ArrayList<>();

  RangeQueryClient(PurchasesTable table, TableProgress progress, Session session, Slice slice)
      throws DbException {
    rng = slice.rng();
    progress.draw(rng);
    for (int i = 0; i < table.secondary(); i++) {
      ranges.add(PreparedOperation.of(session, table.range(i)));
    }
  }

  @Override
  public void transaction() throws DbException {
    int index = (int) rng.uniform(0, ranges.size() - 1);
    // iibench.py: cashregisterid > r, for the others >= r
    long more = PurchasesTable.isExclusive(index) ? 1 : 0;
    ranges.get(index).set(0, rng.uniform(0, PurchasesTable.values(index) - 1) + more).execute();
  }
}

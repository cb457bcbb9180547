package io.stallmark.insertbench;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.FiniteClient;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Holds transactions open one after the other, so that the server keeps old versions of rows:
 * {@code htap_transaction_seconds} of iibench.py. It reads once a second, so that the server sees
 * the transaction in use.
 */
final class SnapshotClient implements FiniteClient {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final long seconds;
  private final IdRange ids;
  private BooleanSupplier ended = () -> false;

  SnapshotClient(InsertBenchOptions options, PurchasesTable table, Session session)
      throws DbException {
    seconds = options.longTransaction();
    ids = new IdRange(table, session);
  }

  @Override
  public boolean hasNext(BooleanSupplier whenEnded) {
    ended = whenEnded;
    return true;
  }

  @Override
  public void transaction() throws DbException {
    ids.refresh();
    long end = System.nanoTime() + seconds * SECOND;
    for (long left = seconds * SECOND; left > 0; left = end - System.nanoTime()) {
      if (ended.getAsBoolean()) {
        return;
      }
      LockSupport.parkNanos(Math.min(left, SECOND));
      ids.refresh();
    }
  }
}

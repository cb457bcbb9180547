package io.stallmark.insertbench;

import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.FiniteClient;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Keeps transactions open one after the other, so that the server keeps old versions of rows:
 * {@code htap_transaction_seconds} of iibench.py. Each reads once and then waits.
 */
final class SnapshotClient implements FiniteClient {

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

  private final long nanos;
  private final Session session;
  private final PreparedOperation first;
  private BooleanSupplier ended = () -> false;

  SnapshotClient(InsertBenchOptions options, PurchasesTable table, Session session)
      throws DbException {
    this.session = session;
    nanos = TimeUnit.SECONDS.toNanos(options.longTransaction());
    first = PreparedOperation.of(session, table.first());
  }

  @Override
  public boolean hasNext(BooleanSupplier whenEnded) {
    ended = whenEnded;
    return true;
  }

  @Override
  public void transaction() throws DbException {
    session.beginSnapshot();
    first.execute();
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos && !ended.getAsBoolean()) {
      LockSupport.parkNanos(PAUSE);
    }
    session.commit();
  }
}

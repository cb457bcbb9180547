package io.stallmark.insertbench;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
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
  private final Statement first;
  private final Args none;
  private BooleanSupplier ended = () -> false;

  SnapshotClient(InsertBenchOptions options, PurchasesTable table, Session session)
      throws DbException {
    this.session = session;
    nanos = TimeUnit.SECONDS.toNanos(options.longTransaction());
    Op op = table.first();
    first = session.prepare(op);
    none = Args.of(op);
  }

  @Override
  public boolean hasNext(BooleanSupplier whenEnded) {
    ended = whenEnded;
    return true;
  }

  @Override
  public void transaction() throws DbException {
    session.beginSnapshot();
    first.execute(none, null);
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos && !ended.getAsBoolean()) {
      LockSupport.parkNanos(PAUSE);
    }
    session.commit();
  }
}

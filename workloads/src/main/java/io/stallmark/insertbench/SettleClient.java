package io.stallmark.insertbench;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.FiniteClient;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Settles all tables once, then waits as iq.sh does: a minimum time, and a second per million rows.
 */
final class SettleClient implements FiniteClient {

  private static final long ROWS_PER_SECOND = 1_000_000;
  private static final long MOST_SECONDS = 1200;
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

  private final InsertBenchOptions options;
  private final Session session;
  private final long rows;
  private final Consumer<List<String>> undone;
  private BooleanSupplier ended = () -> false;
  private boolean settled;

  /**
   * @param rows number of rows in all tables
   * @param undone receives what the user's privileges do not allow, complete sentences
   */
  SettleClient(
      InsertBenchOptions options, Session session, long rows, Consumer<List<String>> undone) {
    this.rows = rows;
    this.options = options;
    this.session = session;
    this.undone = undone;
  }

  @Override
  public boolean hasNext(BooleanSupplier whenEnded) {
    ended = whenEnded;
    return !settled;
  }

  @Override
  public void transaction() throws DbException {
    settled = true; // a failure is not repeated
    long start = System.nanoTime();
    for (PurchasesTable table : options.tables()) {
      undone.accept(session.settle(table.table(), ended));
    }
    long seconds = Math.min(MOST_SECONDS, options.settle() + rows / ROWS_PER_SECOND);
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() < end && !ended.getAsBoolean()) {
      LockSupport.parkNanos(PAUSE);
    }
  }
}

package io.stallmark.sysbench;

import io.stallmark.data.KeySequence;
import io.stallmark.data.Rng;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;
import java.util.List;

/**
 * Sends the statements of a mix. The constructor prepares all statements for every table, as in
 * {@code oltp_common.lua:347}, and allocates the arguments. A transaction only draws numbers and
 * executes statements.
 */
final class TransactionClient implements Client {

  private final Session session;
  private final Rng rng;
  private final TransactionStep[] steps;
  private final long lastTable;
  private final boolean transactional;
  private final boolean tablePerTransaction;

  TransactionClient(SysbenchOptions options, List<KeySequence> newIds, Session session, Slice slice)
      throws DbException {
    this.session = session;
    this.rng = slice.rng();
    this.steps = new TransactionSteps(options, newIds, session, slice).all();
    this.lastTable = options.tables().size() - 1L;
    this.transactional = options.transactional();
    this.tablePerTransaction = options.tablePerTransaction();
  }

  @Override
  public void transaction() throws DbException {
    if (transactional) {
      session.begin();
    }
    int table = tablePerTransaction ? anyTable() : 0;
    for (TransactionStep step : steps) {
      step.run(tablePerTransaction ? table : anyTable());
    }
    if (transactional) {
      session.commit();
    }
  }

  /**
   * Draws a table. The distribution is always uniform, independent of rand-type ({@code
   * oltp_common.lua:396}).
   */
  private int anyTable() {
    return (int) rng.uniform(0, lastTable);
  }
}

package io.stallmark.cluster.agent;

import io.stallmark.cluster.protocol.Message;
import io.stallmark.run.RunHandle;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.tables.WorkProgress;

/** Inserts an agent's shares of loads. */
@FunctionalInterface
public interface AgentLoad {

  /**
   * Opens the database and inserts the rows.
   *
   * @param handle stops the load
   * @param progress receives the rows, on any thread
   * @throws InterruptedException if it was stopped; rows are then missing
   */
  void run(Message.LoadAssignment assignment, RunHandle handle, WorkProgress progress)
      throws SpecException, DbException, InterruptedException;
}

package io.stallmark.cluster.agent;

import io.stallmark.cluster.protocol.AgentAssignment;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StartSignal;
import io.stallmark.run.RunHandle;
import io.stallmark.run.SharedRun;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Tally;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** An agent's share of a run. Used once, by one thread. */
public interface AgentWork extends AutoCloseable {

  /** Prepares the shares of runs. */
  @FunctionalInterface
  interface Factory {

    /**
     * Opens the database and prepares the clients.
     *
     * @param handle stops the run
     * @param warnings receives sentences for the user, on any thread
     */
    AgentWork open(AgentAssignment assignment, RunHandle handle, Consumer<String> warnings)
        throws SpecException, DbException, InterruptedException;
  }

  /** SHA-256 of the specification as this machine has understood it. */
  String hash();

  /** Names of the kinds of operation, in order. */
  List<String> kinds();

  /** Files that the clients read, with a hash of their content; empty: they read none. */
  String files();

  /** Number of roles. */
  int roles();

  /** Connects the clients, waits for the signal, and runs them to their end. */
  RunResult run(StartSignal signal, SharedRun.Listener listener)
      throws DbException, IOException, InterruptedException;

  /** What the clients did, for the checks after the run. */
  List<Tally> tallies();

  @Override
  void close();
}

package io.stallmark.run;

import io.stallmark.analysis.cost.probe.ProcessFamily;
import io.stallmark.analysis.trust.HealthSource;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.record.IntervalListener;
import io.stallmark.result.AgentSummary;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.tables.RemoteLoaders;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Generates and measures the load of one run: on this machine, or on several. Used once, by one
 * thread.
 */
public interface LoadGenerator {

  /** Creates the generator of each run. */
  @FunctionalInterface
  interface Factory {

    /**
     * Creates the generator of a run whose tables are ready.
     *
     * @param server processes of the server; empty: not found on this machine
     * @throws SpecException if the server refuses a setting that the user gave
     */
    LoadGenerator of(BenchmarkContext context, ProcessFamily server)
        throws SpecException, DbException, InterruptedException;

    /** Returns the clock of the runs' intervals. */
    default Clock clock() {
      return Clock.SYSTEM;
    }

    /**
     * Refuses a run before its tables are touched.
     *
     * @throws SpecException if the run cannot be generated
     */
    default void check(RunJob job) throws SpecException {}

    /** Loaders that fill the tables of a run or a load; null: those of this process do. */
    default @Nullable RemoteLoaders loaders(BenchmarkContext context) {
      return null;
    }
  }

  /** Returns the factory that generates the load of every run in this process. */
  static Factory inThisProcess() {
    return inThisProcess(StartSignal.AT_ONCE);
  }

  /** As {@link #inThisProcess()}, for runs that start by a signal. */
  static Factory inThisProcess(StartSignal signal) {
    return (context, server) -> LocalGenerator.whole(context, server, signal);
  }

  /** Health of all machines of the load. */
  HealthSource health();

  /**
   * Generates the load to its end. Afterwards the context's workload knows what all clients did.
   *
   * @param listener receives every interval, on the calling thread
   * @throws DbException if a client could not be created; then no transaction has run
   * @throws InterruptedException if a stop was requested before all clients were created
   * @throws IOException from the listener
   */
  RunResult run(IntervalListener listener) throws DbException, IOException, InterruptedException;

  /** The load machines of a run that has ended; empty: this process only. */
  default List<AgentSummary> agents() {
    return List.of();
  }
}

package io.stallmark.run;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.StartSignal;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Generates the load of runs on several machines. Implemented by the module {@code cluster}. */
public interface LoadCluster {

  /**
   * The cluster of a coordinator.
   *
   * @param agents number of agents
   * @param address where agents join, {@code HOST:PORT}; null: on this machine only
   * @param local whether the agents are processes that the coordinator starts on this machine
   * @param coordinatorOnly whether the coordinator itself generates no load
   * @param onLoss what happens when an agent is lost: {@code stop} or {@code continue}
   * @param joinTimeout how long to wait for the agents, nanoseconds
   */
  record Coordination(
      int agents,
      @Nullable String address,
      boolean local,
      boolean coordinatorOnly,
      String onLoss,
      long joinTimeout) {

    /** The run stops when an agent is lost. */
    public static final String STOP = "stop";

    /**
     * Options that repeat it. They do not say where the coordinator was: the user replaces HOST.
     */
    public List<String> options() {
      List<String> options =
          new ArrayList<>(List.of(local ? "--local-agents" : "--agents", "" + agents));
      if (address != null) {
        options.addAll(List.of("--cluster", "HOST:7800"));
      }
      if (coordinatorOnly) {
        options.add("--coordinator-only");
      }
      if (!onLoss.equals(STOP)) {
        options.addAll(List.of("--on-agent-loss", onLoss));
      }
      return options;
    }
  }

  /**
   * The place of an agent.
   *
   * @param coordinator where the coordinator listens, {@code HOST:PORT}
   * @param name name in results; null: that of the machine
   * @param once whether the agent ends with its first coordinator
   * @param out where an agent saves intervals that no coordinator received
   */
  record Participation(String coordinator, @Nullable String name, boolean once, Path out) {}

  /**
   * What both sides need.
   *
   * @param keyFile file with the key of the cluster; null: the environment, or none
   * @param stopped whether the user wants to stop
   * @param notices receives lines for the user
   * @param warnings receives sentences for the user
   */
  record Surroundings(
      @Nullable Path keyFile,
      Map<String, String> environment,
      BooleanSupplier stopped,
      Consumer<String> notices,
      Consumer<String> warnings) {}

  /** Open cluster of a coordinator. */
  interface Opened extends AutoCloseable {

    /**
     * Where the load of runs is generated. Runs whose clients have different names take place at
     * the same time, others one after the other.
     *
     * @param signal decides when the clients start, and whether they end before the plan does; the
     *     clock is the system's
     */
    LoadGenerator.Factory generators(StartSignal signal);

    /** Releases the agents. */
    @Override
    void close();
  }

  /**
   * Returns where the load of runs is generated.
   *
   * @param cluster null: this process generates it
   * @param signal decides when the clients start
   */
  static LoadGenerator.Factory generators(@Nullable Opened cluster, StartSignal signal) {
    return cluster == null ? LoadGenerator.inThisProcess(signal) : cluster.generators(signal);
  }

  /**
   * Refuses a wrong address or key, before anything is opened.
   *
   * @throws SpecException if no cluster can be opened with these
   */
  void check(Coordination coordination, Surroundings surroundings) throws SpecException;

  /**
   * Opens a cluster and waits for its agents.
   *
   * @throws RunFailure if agents are missing
   */
  Opened open(Coordination coordination, Surroundings surroundings)
      throws SpecException, RunFailure, IOException, InterruptedException;

  /**
   * Waits for coordinators and takes part in their runs, until the user stops it.
   *
   * @throws RunFailure if a coordinator has refused the agent, or was lost with {@code once}
   */
  void serve(Participation participation, Surroundings surroundings)
      throws SpecException, RunFailure, IOException, InterruptedException;

  /**
   * Returns the implementation.
   *
   * @throws SpecException if this program was built without it
   */
  static LoadCluster installed() throws SpecException {
    return ServiceLoader.load(LoadCluster.class)
        .findFirst()
        .orElseThrow(
            () ->
                new SpecException(
                    "this program has no module stallmark-cluster, which runs several machines"));
  }
}

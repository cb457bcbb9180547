package io.stallmark.cli.job;

import io.stallmark.engine.RunFailure;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.LoadCluster.Coordination;
import io.stallmark.run.LoadCluster.Surroundings;
import io.stallmark.run.RunSpecReader;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options of several machines. They are not keys of a run's specification. */
public abstract class ClusterOptions {

  /** Names of the options, without dashes. */
  public static final Set<String> KEYS =
      Set.of(
          "agents",
          "local-agents",
          "cluster",
          "coordinator-only",
          "on-agent-loss",
          "join-timeout",
          "cluster-key-file");

  private static final int MOST = 1000;

  private static final String HEADING = "%nSeveral machines:%n";

  /** The options of a command that only loads. */
  public static final class OfLoads extends ClusterOptions {
    @ArgGroup(validate = false, heading = HEADING, order = 4)
    LoadGroup cluster = new LoadGroup();

    @Override
    Cluster cluster() {
      return cluster;
    }
  }

  /** The options of a command that runs. */
  public static final class OfRuns extends ClusterOptions {
    @ArgGroup(validate = false, heading = HEADING, order = 4)
    RunGroup cluster = new RunGroup();

    @Override
    Cluster cluster() {
      return cluster;
    }

    @Override
    @Nullable String onAgentLoss() {
      return cluster.onAgentLoss;
    }
  }

  /** The cluster of loads. */
  static final class LoadGroup extends Cluster {}

  /** The cluster of runs. */
  static final class RunGroup extends Cluster {
    @Option(names = "--on-agent-loss", paramLabel = "stop|continue")
    @Nullable String onAgentLoss;
  }

  /** The cluster. */
  abstract static class Cluster {
    @Option(names = "--agents", paramLabel = "N")
    @Nullable String agents;

    @Option(names = "--local-agents", paramLabel = "N")
    @Nullable String localAgents;

    @Option(names = "--cluster", paramLabel = "HOST:PORT")
    @Nullable String cluster;

    @Option(names = "--coordinator-only")
    boolean coordinatorOnly;

    @Option(names = "--join-timeout", paramLabel = "TIME")
    @Nullable String joinTimeout;

    @Option(names = "--cluster-key-file", paramLabel = "FILE")
    @Nullable Path keyFile;
  }

  abstract Cluster cluster();

  @Nullable String onAgentLoss() {
    return null;
  }

  /** Whether there are several machines, or one that is not this process. */
  private boolean wanted() {
    Cluster cluster = cluster();
    return cluster.agents != null || cluster.localAgents != null;
  }

  /**
   * Returns the requested cluster; null: this process does all itself.
   *
   * @throws SpecException if the options do not fit together, or no cluster can be opened with them
   */
  public @Nullable Coordination coordination(CommandContext program) throws SpecException {
    Coordination wanted = coordination();
    if (wanted != null) {
      LoadCluster.installed().check(wanted, surroundings(program, () -> false));
    }
    return wanted;
  }

  private Surroundings surroundings(CommandContext program, BooleanSupplier stopped) {
    Path keyFile = cluster().keyFile;
    return new Surroundings(
        keyFile == null ? null : program.resolve(keyFile),
        program.environment(),
        stopped,
        program.terminal()::notice,
        program.terminal()::warning);
  }

  private @Nullable Coordination coordination() throws SpecException {
    if (!wanted()) {
      for (String option : alone()) {
        throw new SpecException("--" + option + " is given with --agents");
      }
      return null;
    }
    Cluster cluster = cluster();
    boolean local = cluster.localAgents != null;
    RunSpecReader.check("--local-agents", !local || cluster.agents == null, "without --agents");
    RunSpecReader.check("--local-agents", !local || cluster.cluster == null, "without --cluster");
    RunSpecReader.check(
        "--local-agents", !local || !cluster.coordinatorOnly, "without --coordinator-only");
    RunSpecReader.check(
        "--local-agents", !local || cluster.keyFile == null, "without --cluster-key-file");
    String option = local ? "local-agents" : "agents";
    int agents = value(option, local ? cluster.localAgents : cluster.agents);
    RunSpecReader.check("--" + option, agents >= 1 && agents <= MOST, "within 1 and " + MOST);
    String given = onAgentLoss();
    String onLoss = given == null ? "stop" : given;
    RunSpecReader.check(
        "--on-agent-loss", Set.of("stop", "continue").contains(onLoss), "stop or continue");
    long timeout =
        new SpecEntries(List.of())
            .with("join-timeout", cluster.joinTimeout == null ? "60" : cluster.joinTimeout)
            .value("join-timeout", Quantity::seconds, 0L);
    RunSpecReader.check("--join-timeout", timeout > 0, "above 0");
    return new Coordination(
        agents, cluster.cluster, local, cluster.coordinatorOnly, onLoss, timeout);
  }

  private static int value(String option, @Nullable String text) throws SpecException {
    return new SpecEntries(List.of())
        .with(option, text == null ? "" : text)
        .value(option, Quantity::integer, 0);
  }

  /** Options that were given and need agents. */
  private List<String> alone() {
    Cluster cluster = cluster();
    return KEYS.stream()
        .filter(
            key ->
                switch (key) {
                  case "cluster" -> cluster.cluster != null;
                  case "coordinator-only" -> cluster.coordinatorOnly;
                  case "on-agent-loss" -> onAgentLoss() != null;
                  case "cluster-key-file" -> cluster.keyFile != null;
                  case "join-timeout" -> cluster.joinTimeout != null;
                  default -> false;
                })
        .sorted()
        .toList();
  }

  /**
   * Opens the requested cluster and waits for its agents. The caller closes it.
   *
   * @return null: this process does all itself
   */
  public LoadCluster.@Nullable Opened open(CommandContext program, InterruptHandler interruption)
      throws SpecException, RunFailure, IOException, InterruptedException {
    Coordination wanted = coordination();
    if (wanted == null) {
      return null;
    }
    return LoadCluster.installed().open(wanted, surroundings(program, interruption::asked));
  }
}

package io.stallmark.cli.job;

import io.stallmark.engine.RunFailure;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.LoadCluster.Coordination;
import io.stallmark.run.LoadCluster.Surroundings;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The options of several machines. They are not keys of a run's specification.
 *
 * @param given options of the command line
 */
public record ClusterOptions(SpecEntries given) {

  private static final int MOST = 1000;

  private static final SpecOption<Integer> AGENTS = number("agents");
  private static final SpecOption<Integer> LOCAL_AGENTS = number("local-agents");
  private static final SpecOption<String> ADDRESS = SpecOption.text("cluster", "HOST:PORT");
  private static final SpecOption<Boolean> COORDINATOR_ONLY = SpecOption.flag("coordinator-only");
  private static final SpecOption<Path> KEY_FILE = SpecOption.path("cluster-key-file", "FILE");
  private static final SpecOption<Long> JOIN_TIMEOUT =
      SpecOption.value("join-timeout", "TIME", Quantity::seconds, time -> time)
          .must(time -> time > 0, "above 0")
          .withDefault("60");
  private static final SpecOption<String> ON_AGENT_LOSS =
      SpecOption.text("on-agent-loss", "stop|continue")
          .must(Set.of(Coordination.STOP, "continue")::contains, "stop or continue")
          .withDefault(Coordination.STOP);

  private static final List<SpecOption<?>> ALL =
      List.of(
          AGENTS, LOCAL_AGENTS, ADDRESS, COORDINATOR_ONLY, JOIN_TIMEOUT, KEY_FILE, ON_AGENT_LOSS);

  /** Names of the options, without dashes. */
  public static final Set<String> KEYS = Set.copyOf(SpecOption.names(ALL));

  private static SpecOption<Integer> number(String name) {
    return SpecOption.value(name, "N", Quantity::integer, agents -> agents)
        .must(agents -> agents >= 1 && agents <= MOST, "within 1 and " + MOST);
  }

  /** The options of a command that only loads. */
  public static CommandSpec ofLoads() {
    return JobOptions.group("Several machines", 4, ALL.subList(0, ALL.indexOf(ON_AGENT_LOSS)));
  }

  /** The options of a command that runs. */
  public static CommandSpec ofRuns() {
    return JobOptions.group("Several machines", 4, ALL);
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

  private Surroundings surroundings(CommandContext program, BooleanSupplier stopped)
      throws SpecException {
    Path keyFile = KEY_FILE.read(given);
    return new Surroundings(
        keyFile == null ? null : program.resolve(keyFile),
        program.environment(),
        stopped,
        program.terminal()::notice,
        program.terminal()::warning);
  }

  private @Nullable Coordination coordination() throws SpecException {
    boolean local = given.has(LOCAL_AGENTS.name());
    if (!local && !given.has(AGENTS.name())) {
      for (String option : KEYS.stream().filter(given::has).sorted().toList()) {
        throw new SpecException("--" + option + " is given with --agents");
      }
      return null;
    }
    for (SpecOption<?> other : List.of(AGENTS, ADDRESS, COORDINATOR_ONLY, KEY_FILE)) {
      SpecOption.check(
          "--local-agents", !local || !given.has(other.name()), "without --" + other.name());
    }
    return new Coordination(
        (local ? LOCAL_AGENTS : AGENTS).required(given),
        ADDRESS.read(given),
        local,
        given.flag(COORDINATOR_ONLY.name()),
        ON_AGENT_LOSS.required(given),
        JOIN_TIMEOUT.required(given));
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

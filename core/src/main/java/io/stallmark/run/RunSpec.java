package io.stallmark.run;

import io.stallmark.analysis.stall.StallRule;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RateSchedule;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.ThinkTime;
import io.stallmark.spec.MetricsAddress;
import io.stallmark.spi.Tls;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one run needs, but for the password: what {@link Benchmark} takes, and what
 * another machine can be handed. Made by {@link RunSpecReader} from flags, files and experiments,
 * written by {@link RunSpecWriter}. Durations in nanoseconds.
 *
 * @param workload its name
 * @param settings of the workload as given; the others have their defaults
 */
public record RunSpec(
    String workload,
    Map<String, String> settings,
    Server server,
    Load load,
    StallRule stalls,
    TableUse tables,
    Output output) {

  public RunSpec {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /**
   * The database under test.
   *
   * @param url without any password; secrets that only a driver understands are replaced by ***
   * @param driver another client library than the URL's scheme implies; null: the binding's choice
   * @param storage options of every table
   * @param cache the most bytes that the server's cache holds during the run; null: not limited
   * @param nodeExporter page of the Prometheus node exporter on the server's machine, or null
   */
  public record Server(
      String url,
      @Nullable String driver,
      Tls tls,
      Map<String, String> storage,
      @Nullable Long cache,
      @Nullable URI nodeExporter) {
    public Server {
      storage = Collections.unmodifiableMap(new LinkedHashMap<>(storage));
    }
  }

  /**
   * How the workload is driven: threads, rates and think time of its first role.
   *
   * @param duration 0: until the events are used up
   * @param events transactions of the measurement; 0: no limit
   * @param rates of an open loop; constantly 0: a closed loop
   * @param arrivals null: constant where there are arrivals
   * @param thinkTime of a closed loop
   * @param roles as {@code --role} takes them; none: each role has its usual load
   * @param phases as {@code --phase} takes them; none: the run has no parts
   * @param allowedErrors share of the started transactions that may fail, 0 to 1
   * @param reconnect how long a client tries to reconnect before the run ends
   */
  public record Load(
      int threads,
      long duration,
      long events,
      long warmup,
      RateSchedule rates,
      Pacing.@Nullable Law arrivals,
      ThinkTime thinkTime,
      List<String> roles,
      List<String> phases,
      long interval,
      long seed,
      long requestSeed,
      double allowedErrors,
      long reconnect) {
    public Load {
      roles = List.copyOf(roles);
      phases = List.copyOf(phases);
    }

    /** Whether transactions arrive at a rate. */
    public boolean open() {
      return !rates.isConstant() || rates.afterwards() > 0;
    }
  }

  /**
   * Whose the tables are.
   *
   * @param fresh the run creates and drops them, and refuses existing ones
   * @param keep fresh tables stay after the run
   * @param verify they are verified after loading and after the run
   */
  public record TableUse(boolean fresh, boolean keep, boolean verify) {}

  /**
   * Where results go.
   *
   * @param directory the run's own directory is created in this one
   * @param metrics where the run's figures are served to Prometheus; null: nowhere
   */
  public record Output(Path directory, @Nullable MetricsAddress metrics) {}

  /** The same run with results elsewhere. */
  public RunSpec to(Path directory) {
    return new RunSpec(
        workload, settings, server, load, stalls, tables, new Output(directory, output.metrics));
  }

  /** The same run with tables used otherwise. */
  public RunSpec on(TableUse use) {
    return new RunSpec(workload, settings, server, load, stalls, use, output);
  }

  /**
   * The same run as one of several, whose clients draw other operations.
   *
   * @param repetition from 1
   */
  public RunSpec repetition(int repetition) {
    return driven(load.rates, RunPlan.requestSeed(load.requestSeed, repetition));
  }

  /** The same run at a constant rate. */
  public RunSpec at(double perSecond) {
    return driven(RateSchedule.constant(perSecond), load.requestSeed);
  }

  private RunSpec driven(RateSchedule rates, long requestSeed) {
    Load other =
        new Load(
            load.threads,
            load.duration,
            load.events,
            load.warmup,
            rates,
            load.arrivals,
            load.thinkTime,
            load.roles,
            load.phases,
            load.interval,
            load.seed,
            requestSeed,
            load.allowedErrors,
            load.reconnect);
    return new RunSpec(workload, settings, server, other, stalls, tables, output);
  }
}

package io.stallmark.run;

import io.stallmark.analysis.stall.StallRule;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RateSchedule;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.ThinkTime;
import io.stallmark.result.RunLabels;
import io.stallmark.spec.ListenAddress;
import io.stallmark.spi.Tls;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The complete specification of one run, without the password. It is the input of {@link Benchmark}
 * and can be passed to another machine. {@link RunSpecReader} creates it from flags, files and
 * experiments; {@link RunSpecWriter} writes it. Durations are in nanoseconds.
 *
 * @param workload name of the workload
 * @param settings settings of the workload as given; absent settings have their defaults
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
   * @param url the URL without any password; secrets that only a driver understands are replaced by
   *     ***
   * @param driver a client library other than the default of the URL's scheme; null: the binding's
   *     choice
   * @param storage storage options of every table
   * @param cache upper limit of the server's cache during the run, in bytes; null: not limited
   * @param nodeExporter page of the Prometheus node exporter on the server's machine; null: none
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
   * The load: threads, rates and think time of the first role, and the limits of the run.
   *
   * @param duration length of the measurement; 0: until the number of events is reached
   * @param events number of transactions of the measurement; 0: no limit
   * @param rates arrival rates of an open loop; constant 0 means a closed loop
   * @param arrivals distribution of arrivals; null: constant, if the loop is open
   * @param thinkTime think time of a closed loop
   * @param roles roles in the syntax of {@code --role}; empty: each role has its default load
   * @param phases phases in the syntax of {@code --phase}; empty: the run has no phases
   * @param allowedErrors share of the started transactions that may fail, 0 to 1
   * @param stopAfterErrors failed transactions that end the run; 0: no limit
   * @param minStarted share of the arrivals of an open loop that must start, 0 to 1
   * @param requireTrusted whether the run fails if its result is not to be trusted, or was too
   *     short to be judged
   * @param reconnect time for which a client tries to reconnect before the run ends
   * @param patience time for which a load, and the end of a run, waits for a server that does not
   *     answer
   */
  public record Load(
      int threads,
      long duration,
      long events,
      long warmup,
      RateSchedule rates,
      Pacing.@Nullable Distribution arrivals,
      ThinkTime thinkTime,
      List<String> roles,
      List<String> phases,
      long interval,
      long seed,
      long requestSeed,
      double allowedErrors,
      long stopAfterErrors,
      double minStarted,
      boolean requireTrusted,
      long reconnect,
      long patience) {
    public Load {
      roles = List.copyOf(roles);
      phases = List.copyOf(phases);
    }

    /** Distribution of the gaps between arrivals, if the loop is open. */
    public Pacing.Distribution distribution() {
      return arrivals == null ? Pacing.Distribution.CONSTANT : arrivals;
    }

    /** Whether the loop is open: transactions arrive at a rate. */
    public boolean open() {
      return !rates.isConstant() || rates.afterwards() > 0;
    }
  }

  /**
   * How the run uses tables.
   *
   * @param fresh the run creates and drops its tables, and refuses existing ones
   * @param keep fresh tables remain after the run
   * @param verify the tables are verified after loading and after the run
   */
  public record TableUse(boolean fresh, boolean keep, boolean verify) {}

  /**
   * Where results are written.
   *
   * @param directory parent directory of the run's directory
   * @param metrics address that serves metrics to Prometheus; null: none
   * @param sizes whether the size of the tables is measured, for which some servers analyze them
   * @param labels what the user calls the run
   */
  public record Output(
      Path directory, @Nullable ListenAddress metrics, boolean sizes, RunLabels labels) {}

  /** The same specification with another output directory. */
  public RunSpec to(Path directory) {
    return new RunSpec(
        workload,
        settings,
        server,
        load,
        stalls,
        tables,
        new Output(directory, output.metrics, output.sizes, output.labels));
  }

  /** The same specification with another use of tables. */
  public RunSpec on(TableUse use) {
    return new RunSpec(workload, settings, server, load, stalls, use, output);
  }

  /**
   * The same specification for one of several repetitions. Each repetition has a different request
   * seed, so its clients execute other operations.
   *
   * @param repetition number of the repetition, from 1
   */
  public RunSpec repetition(int repetition) {
    return driven(load.rates, load.minStarted, RunPlan.requestSeed(load.requestSeed, repetition));
  }

  /**
   * The same specification at a constant rate, in transactions per second. Arrivals need not start:
   * the search for a rate judges that itself.
   */
  public RunSpec at(double perSecond) {
    return driven(RateSchedule.constant(perSecond), 0, load.requestSeed);
  }

  private RunSpec driven(RateSchedule rates, double minStarted, long requestSeed) {
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
            load.stopAfterErrors,
            minStarted,
            load.requireTrusted,
            load.reconnect,
            load.patience);
    return new RunSpec(workload, settings, server, other, stalls, tables, output);
  }
}

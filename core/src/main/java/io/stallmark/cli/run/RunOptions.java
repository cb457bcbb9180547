package io.stallmark.cli.run;

import io.stallmark.analysis.stall.StallRule;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.Interval;
import io.stallmark.spec.MetricsAddress;
import io.stallmark.spec.NodeExporter;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How the workload is driven and where the results go. */
final class RunOptions {

  private static final long DEFAULT_DURATION = TimeUnit.SECONDS.toNanos(30);
  private static final long RECONNECT = TimeUnit.SECONDS.toNanos(60);
  private static final long LONGEST = TimeUnit.DAYS.toNanos(366);
  private static final double PERCENT = 100;
  private static final int MOST_REPETITIONS = 1000;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      converter = SecondsConverter.class,
      description =
          "How long to measure. Default: 30, or the length of a schedule of rates; without limit when"
              + " --events is given and this is not.")
  @Nullable Long duration;

  @Option(
      names = "--events",
      paramLabel = "N",
      converter = CountConverter.class,
      description = "Stop after so many transactions; 0: no limit. Default: ${DEFAULT-VALUE}.",
      defaultValue = "0")
  long events;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      converter = SecondsConverter.class,
      description = "Run so long before measuring. Default: ${DEFAULT-VALUE}.",
      defaultValue = "0")
  long warmup;

  @Option(
      names = "--interval",
      paramLabel = "S",
      converter = SecondsConverter.class,
      description =
          "Length of a line and of a row of intervals.csv, a multiple of 0.1. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "1")
  long interval;

  @Option(
      names = "--allow-errors",
      paramLabel = "PERCENT",
      converter = RealConverter.class,
      description =
          "How many of the started transactions may fail before the run counts as failed. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "1")
  double allowedErrors;

  @Option(
      names = "--stall-below",
      paramLabel = "PERCENT",
      converter = RealConverter.class,
      description =
          "A stall is a time under so many percent of the usual rate, the median of the 30 seconds"
              + " before it, while work was waiting. Default: ${DEFAULT-VALUE}.",
      defaultValue = "10")
  double stallBelow;

  @Option(
      names = "--stall-min",
      paramLabel = "S",
      converter = SecondsConverter.class,
      description = "How long it must last, at least 0.2. Default: ${DEFAULT-VALUE}.",
      defaultValue = "0.2")
  long stallMin;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "The run's own directory, <start>-<workload>-<binding>, is made in this one. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "results")
  Path out = Path.of("results");

  @Option(
      names = "--metrics",
      paramLabel = "prometheus:[HOST:]PORT",
      converter = MetricsConverter.class,
      description =
          "Serve the run's figures at http://HOST:PORT/metrics for Prometheus as long as the command"
              + " lasts; port 0: any that is free. Default: not at all; HOST: this machine alone.")
  @Nullable MetricsAddress metrics;

  @Option(
      names = "--node-exporter",
      paramLabel = "HOST:PORT",
      converter = NodeExporterConverter.class,
      description =
          "What the server's machine counts of its CPU, disks and network is read once an interval"
              + " from its Prometheus node exporter, such as db1:9100 or http://db1:9100/metrics."
              + " Default: not at all.")
  @Nullable URI nodeExporter;

  @Option(
      names = "--cache",
      paramLabel = "BYTES",
      converter = CountConverter.class,
      description =
          "As long as the command lasts, the server's cache for the workload's tables holds no more"
              + " than so much; then it is what it was. Needs the privilege to change it. A server"
              + " that does not change it while it runs must have been started with no more."
              + " Default: as it is.")
  @Nullable Long cache;

  @Option(
      names = "--fresh",
      description =
          "Begin with new tables: refuse any that are there, and drop those of the run when it has"
              + " ended and their sizes are known.")
  boolean fresh;

  @Option(
      names = "--keep",
      description =
          "With --fresh: leave the run's tables to those that follow. 'stallmark drop' drops them.")
  boolean keep;

  @Option(
      names = "--request-seed",
      paramLabel = "N",
      description =
          "Of the operations that clients draw: with another one they draw others on the same"
              + " tables. Each run of --repeat and each trial of --find-rate has its own. Default:"
              + " --seed.")
  @Nullable Long requestSeed;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description =
          "Make the run so often, and say the means with their confidence intervals. --out is then"
              + " the directory of all of them; given again, it goes on with it. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "1")
  int repeat;

  @Option(
      names = "--spec",
      paramLabel = "FILE",
      description =
          "Take options from a YAML file, as docs/run.yaml has them; what the command line says"
              + " comes first.")
  @Nullable Path spec;

  @Option(
      names = "--dry-run",
      description =
          "Print the plan, the statements and what to expect, look at the database, and run"
              + " nothing.")
  boolean dryRun;

  @Option(
      names = "--verify",
      description =
          "Prove the tables right, as 'stallmark verify' does, when they are loaded and when the run"
              + " has ended; a finding fails it.")
  boolean verify;

  /** Whether they go with a search for a rate. */
  void check(boolean searching) throws SpecException {
    check("--find-rate", !searching || repeat == 1, "given without --repeat");
    check("--find-rate", !searching || events == 0, "given without --events: trials take a time");
    check("--find-rate", !searching || !keep, "given without --keep: a trial would find tables");
  }

  /** The plan, checked. */
  RunPlan plan(int threads, long seed, Pacing pacing, List<Phase> phases) throws SpecException {
    checkPhases(phases);
    check("--events", events >= 0, "0 or more");
    check("--cache", cache == null || cache > 0, "1 byte or more");
    check("--keep", fresh || !keep, "given with --fresh");
    check("--repeat", repeat >= 1 && repeat <= MOST_REPETITIONS, "within 1 and 1000");
    check("--repeat", repeat == 1 || !keep, "1 with --keep: each run would find tables");
    if (duration != null && duration == 0 && events == 0) {
      throw new SpecException("--seconds 0 needs --events: without either the run never ends");
    }
    check("--warmup", warmup >= 0 && warmup <= LONGEST, "within 0 and a year");
    check(
        "--warmup",
        warmup == 0 || !(pacing instanceof Pacing.OpenLoop open) || open.rates().first() > 0,
        "0: the rates begin with 0, and it goes at the first of them");
    check(
        "--interval",
        interval > 0 && interval % Interval.SLOT == 0 && interval <= TimeUnit.HOURS.toNanos(1),
        "a multiple of 0.1 seconds up to an hour");
    check("--allow-errors", allowedErrors >= 0 && allowedErrors <= PERCENT, "within 0 and 100");
    long measured = duration != null ? duration : events > 0 ? 0 : usual(pacing);
    if (!phases.isEmpty()) {
      measured = phases.get(phases.size() - 1).end();
    }
    check("--seconds", measured >= 0 && measured <= LONGEST, "within 0 and a year");
    return new RunPlan(
        threads,
        measured,
        events,
        warmup,
        pacing,
        seed,
        requestSeed == null ? seed : requestSeed,
        interval,
        allowedErrors / PERCENT,
        RECONNECT,
        phases);
  }

  private void checkPhases(List<Phase> phases) throws SpecException {
    check(
        "--phase", phases.isEmpty() || duration == null, "given without --seconds: it has its own");
    check("--phase", phases.isEmpty() || events == 0, "given without --events: phases take a time");
    boolean whole = interval > 0 && phases.stream().allMatch(p -> p.length() % interval == 0);
    check("--phase", phases.isEmpty() || whole, "of seconds that are a multiple of --interval");
  }

  private static long usual(Pacing pacing) {
    long length = pacing instanceof Pacing.OpenLoop open ? open.rates().length() : 0;
    return length > 0 ? length : DEFAULT_DURATION;
  }

  /** What counts as a stall, checked. */
  StallRule stalls() throws SpecException {
    check("--stall-below", stallBelow > 0 && stallBelow <= PERCENT / 2, "above 0, up to 50");
    check(
        "--stall-min",
        stallMin >= StallRule.DEFAULT.shortest() && stallMin <= TimeUnit.HOURS.toNanos(1),
        "within 0.2 and an hour");
    return new StallRule(stallBelow / PERCENT, stallMin);
  }

  private static void check(String option, boolean fine, String allowed) throws SpecException {
    if (!fine) {
      throw new SpecException(option + " must be " + allowed);
    }
  }

  /** Seconds to nanoseconds. */
  static final class SecondsConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      return converted(() -> Quantity.seconds(value));
    }
  }

  /** Reads 10k, 10M. */
  static final class CountConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      return converted(() -> Quantity.count(value));
    }
  }

  /** Reads 0.5, 10k. */
  static final class RealConverter implements ITypeConverter<Double> {
    @Override
    public Double convert(String value) {
      return converted(() -> Quantity.real(value));
    }
  }

  /** Reads prometheus:9404. */
  static final class MetricsConverter implements ITypeConverter<MetricsAddress> {
    @Override
    public MetricsAddress convert(String value) {
      return converted(() -> MetricsAddress.parse(value));
    }
  }

  /** Reads db1:9100. */
  static final class NodeExporterConverter implements ITypeConverter<URI> {
    @Override
    public URI convert(String value) {
      return converted(() -> NodeExporter.parse(value));
    }
  }

  private interface Reading<T> {
    T read() throws SpecException;
  }

  private static <T> T converted(Reading<T> reading) {
    try {
      return reading.read();
    } catch (SpecException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}

package io.stallmark.cli;

import io.stallmark.cli.job.OptionEntries;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options of a run; {@link OptionEntries} reads them. */
final class RunOptions {

  @ArgGroup(validate = false, heading = "%nRun:%n", order = 3)
  Measurement measurement = new Measurement();

  @ArgGroup(validate = false, heading = "%nLoad:%n", order = 4)
  Load load = new Load();

  /** The options of the measurement, the tables and the results. */
  static final class Measurement {

    @Option(names = "--seconds", paramLabel = "TIME")
    @Nullable String duration;

    @Option(names = "--events", paramLabel = "N", defaultValue = "0")
    @Nullable String events;

    @Option(names = "--warmup", paramLabel = "TIME", defaultValue = "0")
    @Nullable String warmup;

    @Option(names = "--interval", paramLabel = "TIME", defaultValue = "1")
    @Nullable String interval;

    @Option(names = "--allow-errors", paramLabel = "PERCENT", defaultValue = "1")
    @Nullable String allowedErrors;

    @Option(names = "--stop-after-errors", paramLabel = "N", defaultValue = "0")
    @Nullable String stopAfterErrors;

    @Option(names = "--min-started", paramLabel = "PERCENT", defaultValue = "99")
    @Nullable String minStarted;

    @Option(names = "--require-trusted")
    boolean requireTrusted;

    @Option(names = "--stall-below", paramLabel = "PERCENT", defaultValue = "10")
    @Nullable String stallBelow;

    @Option(names = "--stall-min", paramLabel = "TIME", defaultValue = "0.2")
    @Nullable String stallMin;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "results")
    @Nullable String out;

    @Option(names = "--name", paramLabel = "TEXT")
    @Nullable String name;

    @Option(names = "--tag", paramLabel = "KEY=VALUE")
    List<String> tags = new ArrayList<>();

    @Option(names = "--metrics", paramLabel = "prometheus:[HOST:]PORT")
    @Nullable String metrics;

    @Option(names = "--sizes", paramLabel = "on|off", defaultValue = "on")
    @Nullable String sizes;

    @Option(names = "--node-exporter", paramLabel = "HOST:PORT")
    @Nullable String nodeExporter;

    @Option(names = "--cache", paramLabel = "BYTES")
    @Nullable String cache;

    @Option(names = "--fresh")
    boolean fresh;

    @Option(names = "--keep")
    boolean keep;

    @Option(names = "--request-seed", paramLabel = "N")
    @Nullable String requestSeed;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "1")
    @Nullable String repeat;

    @Option(names = "--spec", paramLabel = "FILE")
    @Nullable String spec;

    @Option(names = "--dry-run")
    boolean dryRun;

    @Option(names = "--verify")
    boolean verify;
  }

  /** The options that control when transactions start. */
  static final class Load {

    @Option(names = "--rate", paramLabel = "RATES", defaultValue = "0")
    @Nullable String rate;

    @Option(names = "--rate-file", paramLabel = "FILE")
    @Nullable String rateFile;

    @Option(names = "--arrivals", paramLabel = "constant|poisson|burst")
    @Nullable String arrivals;

    @Option(names = "--find-rate", paramLabel = "PERCENTILE<TIME")
    @Nullable String findRate;

    @Option(names = "--think-time", paramLabel = "TIME", defaultValue = "0")
    @Nullable String thinkTime;

    @Option(names = "--phase", paramLabel = "'NAME KEY=VALUE…'")
    List<String> phases = new ArrayList<>();

    @Option(names = "--role", paramLabel = "'NAME KEY=VALUE…'")
    List<String> roles = new ArrayList<>();
  }
}

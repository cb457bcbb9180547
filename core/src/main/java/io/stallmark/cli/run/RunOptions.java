package io.stallmark.cli.run;

import io.stallmark.cli.job.OptionEntries;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a run; {@link OptionEntries} reads them. */
final class RunOptions {

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "How long to measure. Default: 30, or the length of a schedule of rates; without limit when"
              + " --events is given and this is not.")
  @Nullable String duration;

  @Option(
      names = "--events",
      paramLabel = "N",
      description = "Stop after so many transactions; 0: no limit. Default: ${DEFAULT-VALUE}.",
      defaultValue = "0")
  @Nullable String events;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      description = "Run so long before measuring. Default: ${DEFAULT-VALUE}.",
      defaultValue = "0")
  @Nullable String warmup;

  @Option(
      names = "--interval",
      paramLabel = "S",
      description =
          "Length of a line and of a row of intervals.csv, a multiple of 0.1. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "1")
  @Nullable String interval;

  @Option(
      names = "--allow-errors",
      paramLabel = "PERCENT",
      description =
          "How many of the started transactions may fail before the run counts as failed. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "1")
  @Nullable String allowedErrors;

  @Option(
      names = "--reconnect",
      paramLabel = "S",
      description =
          "How long a client that lost its connection tries to reconnect before the run ends."
              + " Default: ${DEFAULT-VALUE}.",
      defaultValue = "60")
  @Nullable String reconnect;

  @Option(
      names = "--stall-below",
      paramLabel = "PERCENT",
      description =
          "A stall is a time under so many percent of the usual rate, the median of the 30 seconds"
              + " before it, while work was waiting. Default: ${DEFAULT-VALUE}.",
      defaultValue = "10")
  @Nullable String stallBelow;

  @Option(
      names = "--stall-min",
      paramLabel = "S",
      description = "How long it must last, at least 0.2. Default: ${DEFAULT-VALUE}.",
      defaultValue = "0.2")
  @Nullable String stallMin;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "The run's own directory, <start>-<workload>-<binding>, is made in this one. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "results")
  @Nullable String out;

  @Option(
      names = "--metrics",
      paramLabel = "prometheus:[HOST:]PORT",
      description =
          "Serve the run's figures at http://HOST:PORT/metrics for Prometheus as long as the command"
              + " lasts; port 0: any that is free. Default: not at all; HOST: this machine alone.")
  @Nullable String metrics;

  @Option(
      names = "--node-exporter",
      paramLabel = "HOST:PORT",
      description =
          "What the server's machine counts of its CPU, disks and network is read once an interval"
              + " from its Prometheus node exporter, such as db1:9100 or http://db1:9100/metrics."
              + " Default: not at all.")
  @Nullable String nodeExporter;

  @Option(
      names = "--cache",
      paramLabel = "BYTES",
      description =
          "As long as the command lasts, the server's cache for the workload's tables holds no more"
              + " than so much; then it is what it was. Needs the privilege to change it. A server"
              + " that does not change it while it runs must have been started with no more."
              + " Default: as it is.")
  @Nullable String cache;

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
  @Nullable String requestSeed;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description =
          "Make the run so often, and say the means with their confidence intervals. --out is then"
              + " the directory of all of them; given again, it goes on with it. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "1")
  @Nullable String repeat;

  @Option(
      names = "--spec",
      paramLabel = "FILE",
      description =
          "Take options from a YAML file, as docs/run.yaml has them; what the command line says"
              + " comes first.")
  @Nullable String spec;

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
}

package io.stallmark.cli.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that control when transactions start. */
final class LoadOptions {

  @Option(
      names = "--rate",
      paramLabel = "RATES",
      description =
          "Open loop: so many transactions arrive per second, up to 1M, whether threads are free or"
              + " not; 0: closed loop, each thread starts the next when the last has ended. A"
              + " schedule has steps and ramps: 100@10s,100..500@1m,500. Default: ${DEFAULT-VALUE}.",
      defaultValue = "0")
  @Nullable String rate;

  @Option(
      names = "--rate-file",
      paramLabel = "FILE",
      description = "Open loop at the rates of a file, lines second,rate: bursts as recorded.")
  @Nullable String rateFile;

  @Option(
      names = "--arrivals",
      paramLabel = "constant|poisson",
      description =
          "How arrivals of an open loop are spread: evenly, or at random as from many independent"
              + " users. Default: constant.")
  @Nullable String arrivals;

  @Option(
      names = "--find-rate",
      paramLabel = "PERCENTILE<TIME",
      description =
          "Look for the highest rate at which p50, p95, p99, p999 or max of the response time stays"
              + " under a time, as p99<10ms: one run of --seconds after the other, the first at"
              + " --rate or 100. --out is then the directory of all of them.")
  @Nullable String findRate;

  @Option(
      names = "--think-time",
      paramLabel = "TIME",
      description =
          "Closed loop: how long a thread waits between transactions, 10ms or 2s, always or, as"
              + " exponential:10ms, on average. No part of any response time. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "0")
  @Nullable String thinkTime;

  @Option(
      names = "--phase",
      paramLabel = "'NAME KEY=VALUE…'",
      description =
          "A part of the run, repeatable: 'burst seconds=60 threads=8 rate=500'. Keys: seconds, and"
              + " threads (up to --threads), rate or think-time and settings of the"
              + " workload where they are others than the run's; a warm-up goes as the first.")
  List<String> phases = new ArrayList<>();

  @Option(
      names = "--role",
      paramLabel = "'NAME KEY=VALUE…'",
      description =
          "The load of one of the workload's roles, repeatable: 'queriers threads=4 rate=20'. Keys:"
              + " threads, and rate or think-time. Default: --threads, --rate and --think-time for"
              + " the first role; closed loops, with the threads that the workload gives, for the"
              + " others.")
  List<String> roles = new ArrayList<>();
}

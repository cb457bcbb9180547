package io.stallmark.it.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of a run that nobody waits for: an interval a second, a stall in the middle. */
final class LongRun {

  private static final int STALL_AT = 30_000;

  private LongRun() {}

  /** Writes the directory. The stall is at second 30,000 if the run is that long. */
  static Path write(Path directory, int seconds) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(
        directory.resolve("run.json"),
        "{\"state\": \"running\", \"workload\": \"timeseries\", \"binding\": \"mysql\"}");
    StringBuilder rows =
        new StringBuilder(
            "start_s,end_s,transactions,statements,rows,retries,failures,response_p50_ms,"
                + "response_p95_ms,response_p99_ms,response_p999_ms,response_max_ms,"
                + "lowest_slot_transactions_per_s,oldest_in_flight_ms\n");
    for (int i = 0; i < seconds; i++) {
      long rate = 30_000 + i * 7919L % 100; // enough samples for every percentile
      double longest = 40 + i * 104_729L % 1000 / 10.0;
      rows.append(i).append(',').append(i + 1).append(',').append(rate).append(',').append(rate);
      rows.append(',').append(1000 * rate).append(",0,0,11.25,25.5,31,").append(longest - 5);
      rows.append(',').append(longest).append(',').append(rate - 50).append(",12\n");
    }
    Files.writeString(directory.resolve("intervals.csv"), rows);
    Files.writeString(
        directory.resolve("stalls.csv"),
        "start_s,length_s,lowest_per_s,delayed,longest_ms,kinds,usual_per_s,generator_held_s,counters\n"
            + (seconds > STALL_AT ? STALL_AT + ",2,0,16,2000,insert,300,0,\n" : ""));
    return directory;
  }
}

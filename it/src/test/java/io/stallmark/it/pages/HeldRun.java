package io.stallmark.it.pages;

import io.stallmark.report.page.ReportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A run of 24 s whose server stood still once, for one and a half seconds. It was recorded, so it
 * is the same everywhere; {@code RealRunPageIT} compares it with a run of today.
 *
 * @param directory the run's, with its page
 * @param start when that was, seconds since the measurement started
 * @param length of it, seconds
 */
record HeldRun(Path directory, double start, double length) {

  /** The run's directory, as {@link HeldRunRecorder} wrote it. */
  static final Path RECORDED = Path.of("src/test/resources/held-run");

  /** The server's counters, second by second. */
  static final Path COUNTERS = RECORDED.resolve("counters.txt");

  /** Copies it, and writes its page. */
  static HeldRun in(Path directory) throws IOException {
    Files.createDirectories(directory);
    try (Stream<Path> files = Files.list(RECORDED)) {
      for (Path file : files.toList()) {
        Files.copy(file, directory.resolve(file.getFileName()));
      }
    }
    Path intervals = directory.resolve("intervals.csv");
    Files.write(intervals, Files.readAllLines(intervals).stream().map(HeldRun::unbound).toList());
    List<String> stalls = Files.readAllLines(directory.resolve("stalls.csv"));
    String[] stall = stalls.get(1).split(",");
    ReportPage.write(directory, directory.resolve("report.html"));
    return new HeldRun(directory, Double.parseDouble(stall[0]), Double.parseDouble(stall[1]));
  }

  /** The machine was busy: grey bands that say so would lie over that of the stall. */
  private static String unbound(String interval) {
    return flagged(interval, false);
  }

  /** A row of intervals.csv, the flag of which says whether the generator was the bottleneck. */
  static String flagged(String interval, boolean bound) {
    return interval.replaceFirst(",[01]?,([^,]*)$", (bound ? ",1," : ",0,") + "$1");
  }

  Path page() {
    return directory.resolve("report.html");
  }
}

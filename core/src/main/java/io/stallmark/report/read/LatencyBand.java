package io.stallmark.report.read;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stall or dip, as its CSV file describes it.
 *
 * @param start start, seconds since the measurement started
 * @param length length, seconds
 * @param lowest progress per second in its slowest 100 ms, in the role's unit
 * @param usual progress per second before it, in the role's unit
 * @param delayed number of delayed transactions; NaN for a dip
 * @param longest longest response time, milliseconds
 * @param generators whether the generator itself was paused for at least half of it
 * @param bound whether the generator was the bottleneck in a part of it
 * @param kinds operations in flight, separated by spaces
 * @param counters counters of the server that changed, separated by spaces
 */
public record LatencyBand(
    double start,
    double length,
    double lowest,
    double usual,
    double delayed,
    double longest,
    boolean generators,
    boolean bound,
    String kinds,
    String counters) {

  /** Whether the generator itself was not paused. */
  public boolean servers() {
    return !generators;
  }

  /** Reads {@code stalls.csv} or {@code dips.csv}; empty if the file is missing. */
  static List<LatencyBand> read(Path file) throws IOException {
    List<LatencyBand> bands = new ArrayList<>();
    if (!Files.isRegularFile(file)) {
      return bands;
    }
    try (BufferedReader lines = CsvColumns.reader(file)) {
      String head = lines.readLine();
      String[] names = head == null ? new String[0] : head.split(",", -1);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split(",", -1);
        Map<String, String> row = new HashMap<>();
        for (int i = 0; i < Math.min(names.length, fields.length); i++) {
          row.put(names[i], fields[i]);
        }
        LatencyBand band = band(row);
        if (Double.isFinite(band.start) && Double.isFinite(band.length)) {
          bands.add(band);
        }
      }
    }
    return bands;
  }

  private static LatencyBand band(Map<String, String> row) {
    double length = number(row, "length_s");
    return new LatencyBand(
        number(row, "start_s"),
        length,
        number(row, "lowest_per_s"),
        number(row, "usual_per_s"),
        number(row, "delayed"),
        number(row, "longest_ms"),
        2 * number(row, "generator_held_s") >= length,
        number(row, "generator_bound") == 1,
        row.getOrDefault("kinds", ""),
        row.getOrDefault("counters", ""));
  }

  private static double number(Map<String, String> row, String name) {
    return CsvColumns.number(row.getOrDefault(name, ""));
  }
}

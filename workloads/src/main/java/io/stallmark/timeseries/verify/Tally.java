package io.stallmark.timeseries.verify;

import io.stallmark.timeseries.table.Grid;
import io.stallmark.timeseries.table.SensorData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What was found of all sensors: a number for each, and sentences up to a limit. Thread-safe. */
final class Tally {

  private static final int MOST_SENTENCES = 1000;
  private static final long UNKNOWN = -1;

  private final SensorData data;
  private final Grid grid;
  private final long[] rows;
  private final List<String> sentences = new ArrayList<>();
  private long rowsInTable = UNKNOWN;
  private long checksum;
  private long left;

  Tally(SensorData data) {
    this.data = data;
    grid = data.grid();
    rows = new long[grid.sensors()];
    Arrays.fill(rows, UNKNOWN);
  }

  /** A sensor is done. */
  synchronized void add(SensorFindings found) {
    rows[(int) found.sensor - 1] = found.rows;
    checksum += found.checksum;
    if (sentences.size() < MOST_SENTENCES) {
      sentences.addAll(found.words());
    } else {
      left += found.words().size();
    }
  }

  /** How many rows the table has, whatever their sensors. */
  synchronized void counted(long all) {
    rowsInTable = all;
  }

  /** How many findings there are, with those beyond the limit. */
  synchronized long found() {
    return findings().size() + left;
  }

  synchronized List<String> findings() {
    List<String> findings = new ArrayList<>(sentences);
    if (rowsInTable == UNKNOWN || Arrays.stream(rows).anyMatch(count -> count == UNKNOWN)) {
      findings.add("Not every sensor was read to its end: this check has proven nothing.");
      return findings;
    }
    long read = read();
    if (read != rowsInTable) {
      findings.add(
          "Table %s has %d rows, but sensors 1 to %d have %d of them from ts %d on."
              .formatted(data.table().name(), rowsInTable, rows.length, read, Grid.FIRST_TS));
    }
    findings.addAll(unevenness(read));
    return findings;
  }

  /** Every sensor must have as many rows as so many whole events give it. */
  private List<String> unevenness(long read) {
    long events = read / grid.batch();
    if (read % grid.batch() != 0) {
      return List.of(read + " rows are not a whole number of events of " + grid.batch() + ".");
    }
    for (int i = 0; i < rows.length; i++) {
      long expected = grid.rows(i + 1L, events);
      if (rows[i] != expected) {
        return List.of(
            "Sensor %d has %d rows; with %d events in all it must have %d."
                .formatted(i + 1, rows[i], events, expected));
      }
    }
    return List.of();
  }

  synchronized List<String> proven() {
    long read = read();
    if (read == 0) {
      return List.of("The table is empty.");
    }
    return List.of(
        "%d rows are there, which are %d events of %d: no gap, no duplicate, ts from %d on."
            .formatted(read, read / grid.batch(), grid.batch(), Grid.FIRST_TS),
        "The checksums of all %d sensors are those of seed %d, together %016x."
            .formatted(rows.length, data.seed(), checksum));
  }

  private long read() {
    return Arrays.stream(rows).sum();
  }
}

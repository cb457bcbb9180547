package io.stallmark.timeseries.verify;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.timeseries.table.EventGrid;
import io.stallmark.timeseries.table.SensorData;
import io.stallmark.verification.FindingList;
import io.stallmark.verification.PieceChecker;
import io.stallmark.verification.ViolationCount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads every sensor's rows in the order of ts and compares them with the expected rows. Requires
 * that no other program writes at the same time. Thread-safe.
 */
public final class SensorVerification implements Verification {

  private static final long UNKNOWN = -1;

  private final SensorData data;
  private final EventGrid grid;
  private final long[] rows;
  private final FindingList ofSensors = new FindingList();
  private long nextSensor;
  private long rowsInTable = UNKNOWN;
  private long checksum;

  public SensorVerification(SensorData data) {
    this.data = data;
    grid = data.grid();
    rows = new long[grid.sensors()];
    Arrays.fill(rows, UNKNOWN);
  }

  /** Returns 0: the number of rows is unknown until they are counted. */
  @Override
  public long rows() {
    return 0;
  }

  @Override
  public Loader checker(Session session, Slice slice) throws DbException {
    return new PieceChecker(new SensorChecker(data, this, session));
  }

  /** Returns the next sensor to check; 0 means counting the rows of the whole table. */
  synchronized long takeSensor() {
    return nextSensor++;
  }

  /** Adds the findings of a sensor whose rows have all been read. */
  synchronized void add(SensorChecker.Found found) {
    rows[(int) found.sensor - 1] = found.rows;
    checksum += found.checksum;
    find(found.sensor, found.missing, "a gap: %d rows are missing, the first of ts %d");
    find(found.sensor, found.surplus, "duplicates: %d rows too many, the first of ts %d");
    find(found.sensor, found.wrong, "another checksum: %d rows are wrong, the first of ts %d");
  }

  private void find(long sensor, ViolationCount violations, String text) {
    if (violations.count() > 0) {
      String what = text.formatted(violations.count(), violations.lowestKey());
      ofSensors.add("Sensor " + sensor + " has " + what + ".");
    }
  }

  /** Sets the number of rows of the table, of all sensors. */
  synchronized void counted(long all) {
    rowsInTable = all;
  }

  @Override
  public synchronized List<String> findings() {
    List<String> findings = new ArrayList<>(ofSensors.kept());
    findings.addAll(ofTable());
    return findings;
  }

  @Override
  public synchronized long found() {
    return ofSensors.count() + ofTable().size();
  }

  private List<String> ofTable() {
    if (rowsInTable == UNKNOWN || Arrays.stream(rows).anyMatch(count -> count == UNKNOWN)) {
      return List.of("Not every sensor was read to its end: this check has proven nothing.");
    }
    List<String> findings = new ArrayList<>();
    long read = read();
    if (read != rowsInTable) {
      findings.add(
          "Table %s has %d rows, but sensors 1 to %d have %d of them from ts %d on."
              .formatted(data.table().name(), rowsInTable, rows.length, read, EventGrid.FIRST_TS));
    }
    unevenness(read).ifPresent(findings::add);
    return findings;
  }

  /** Checks that every sensor has the number of rows that whole events give it. */
  private Optional<String> unevenness(long read) {
    long events = read / grid.batch();
    if (read % grid.batch() != 0) {
      return Optional.of(read + " rows are not a whole number of events of " + grid.batch() + ".");
    }
    return IntStream.range(0, rows.length)
        .filter(i -> rows[i] != grid.rows(i + 1L, events))
        .mapToObj(
            i ->
                "Sensor %d has %d rows; with %d events in all it must have %d."
                    .formatted(i + 1, rows[i], events, grid.rows(i + 1L, events)))
        .findFirst();
  }

  @Override
  public synchronized List<String> proven() {
    long read = read();
    if (read == 0) {
      return List.of("The table is empty.");
    }
    return List.of(
        "%d rows are there, which are %d events of %d: no gap, no duplicate, ts from %d on."
            .formatted(read, read / grid.batch(), grid.batch(), EventGrid.FIRST_TS),
        "The checksums of all %d sensors are those of seed %d, together %016x."
            .formatted(rows.length, data.seed(), checksum));
  }

  private long read() {
    return Arrays.stream(rows).sum();
  }
}

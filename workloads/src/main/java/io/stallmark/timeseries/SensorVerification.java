package io.stallmark.timeseries;

import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import io.stallmark.timeseries.table.EventGrid;
import io.stallmark.timeseries.table.ReadingContent;
import io.stallmark.timeseries.table.SensorData;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.FindingList;
import io.stallmark.verification.KeysetPager;
import io.stallmark.verification.RangeScans;
import io.stallmark.verification.RuleViolations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads every sensor's rows in the order of ts and compares them with the expected rows. The memory
 * in use does not grow with the table. Requires that no other program writes at the same time.
 * Thread-safe.
 */
final class SensorVerification implements Verification {

  private static final long UNKNOWN = -1;
  private static final String GAP = "a gap: %,d rows are missing, the first of ts %d";
  private static final String SURPLUS = "duplicates: %,d rows too many, the first of ts %d";
  private static final String WRONG = "another checksum: %,d rows are wrong, the first of ts %d";

  private final SensorData data;
  private final EventGrid grid;
  private final long preload;
  private final long[] rows;
  private final FindingList ofSensors = new FindingList();

  /** Next sensor to check; 0 means counting the rows of the whole table. */
  private final AtomicLong nextSensor = new AtomicLong();

  private volatile long rowsInTable = UNKNOWN;
  private long checksum;

  /**
   * @param preload least number of events
   */
  SensorVerification(SensorData data, long preload) {
    this.data = data;
    this.preload = preload;
    grid = data.grid();
    rows = new long[grid.sensors()];
    Arrays.fill(rows, UNKNOWN);
  }

  @Override
  public Loader checker(Session session, Slice slice) throws DbException {
    KeysetPager pager = data.pager(session, true);
    ReadingContent content = data.content();
    return new RangeScans(() -> nextSensor(session, pager, content), ofSensors);
  }

  private RangeScans.@Nullable Scan nextSensor(
      Session session, KeysetPager pager, ReadingContent content) throws DbException {
    long taken = nextSensor.getAndIncrement();
    if (taken == 0) {
      rowsInTable = PreparedOperation.of(session, data.count()).number(0);
      taken = nextSensor.getAndIncrement();
    }
    if (taken > grid.sensors()) {
      return null;
    }
    long sensor = taken;
    RuleViolations violations = new RuleViolations();
    long[] sums = new long[2]; // rows, checksum
    ExpectedKeys moments =
        new ExpectedKeys((first, last) -> violations.add(GAP, last - first + 1, first));
    moments.expect(EventGrid.FIRST_TS, EventGrid.LAST_TS);
    data.start(pager, sensor);
    return new RangeScans.Scan(
        pager,
        row -> {
          long ts = row.getLong(0);
          if (!moments.at(ts)) {
            violations.add(SURPLUS, 1, ts);
          }
          long stored = content.checksum(row);
          content.turnTo(sensor, ts);
          if (stored != content.checksum(ts)) {
            violations.add(WRONG, 1, ts);
          }
          sums[0]++;
          sums[1] += stored;
        },
        () -> add(sensor, violations, sums));
  }

  /** Adds a sensor whose rows have all been read. */
  private synchronized void add(long sensor, RuleViolations violations, long[] sums) {
    rows[(int) sensor - 1] = sums[0];
    checksum += sums[1];
    violations
        .sentences()
        .forEach(what -> ofSensors.add("Sensor " + sensor + " has " + what + "."));
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
      return List.of("Not every sensor was read to its end: the check is incomplete.");
    }
    if (rowsInTable == 0) {
      return List.of("Table " + data.table().name() + " is empty: there is nothing to verify.");
    }
    Lines findings = new Lines();
    long read = read();
    long events = read / grid.batch();
    if (read != rowsInTable) {
      findings.add(
          "Table %s has %,d rows, but sensors 1 to %d have %,d of them from ts %d on.",
          data.table().name(), rowsInTable, rows.length, read, EventGrid.FIRST_TS);
    }
    if (read % grid.batch() != 0) {
      findings.add(read + " rows are not a whole number of events of " + grid.batch() + ".");
    } else if (events < preload) {
      findings.add("There are %,d events, and preload=%d loads more.", events, preload);
    } else {
      uneven(events, findings);
    }
    return findings;
  }

  /** Checks that every sensor has the number of rows that whole events give it. */
  private void uneven(long events, List<String> findings) {
    IntStream.range(0, rows.length)
        .filter(i -> rows[i] != grid.rows(i + 1L, events))
        .mapToObj(
            i ->
                Text.format(
                    "Sensor %d has %,d rows; with %,d events in all it must have %d.",
                    i + 1, rows[i], events, grid.rows(i + 1L, events)))
        .findFirst()
        .ifPresent(findings::add);
  }

  @Override
  public synchronized List<String> proven() {
    long read = read();
    return List.of(
        Text.format(
            "%,d rows are there, which are %,d events of %d: no gap, no duplicate, ts from %d on.",
            read, read / grid.batch(), grid.batch(), EventGrid.FIRST_TS),
        Text.format(
            "The checksums of all %d sensors are those of seed %d, together %016x.",
            rows.length, data.seed(), checksum));
  }

  private long read() {
    return Arrays.stream(rows).sum();
  }
}

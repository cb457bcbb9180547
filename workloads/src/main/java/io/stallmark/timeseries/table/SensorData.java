package io.stallmark.timeseries.table;

import static io.stallmark.model.Value.slot;

import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.verification.KeysetPager;
import java.util.ArrayList;
import java.util.List;

/**
 * Table of readings, its intended content, and the statements that several classes use. The slot of
 * a sensor takes the value of {@link SensorLayout#key}.
 */
public record SensorData(
    SensorLayout layout,
    Table table,
    EventGrid grid,
    ReadingContent.ValueDistribution values,
    long seed) {

  private static final int PAGE = 5_000;

  /** Creates a generator of row contents, for one thread. */
  public ReadingContent content() {
    return new ReadingContent(values, seed);
  }

  /** Selects the rows of one sensor. Slots: sensor. */
  public Predicate ofSensor() {
    return new Predicate.Equal(layout.sensorKey(), slot("sensor"));
  }

  /**
   * Selects the rows of one sensor in a range of ts, both ends inclusive. Slots: sensor, low, high.
   */
  public Predicate inRange() {
    return Predicate.all(ofSensor(), Predicate.between(SensorLayout.TS));
  }

  /**
   * Inserts rows. Slots: ts, sensor_id, data1 to data6, cnt, and sensor_hash if the layout has it.
   */
  public Op insert(String name, int rows, Form form) {
    return new Op.Insert(name, table, layout.given(), rows, form);
  }

  /** Selects a column, then data1 to data6 and cnt. */
  public static Select readings(String first) {
    return readings(first, false);
  }

  private static Select readings(String first, boolean whole) {
    List<String> names = new ArrayList<>(List.of(first));
    names.addAll(SensorLayout.DATA);
    names.add(SensorLayout.CNT);
    return new Select.Columns(names, whole);
  }

  /** Reads the row of a key, or no row. Slots: sensor, ts. */
  public Op findRow() {
    return new Op.Read(
        "find_row",
        table,
        Select.columns(SensorLayout.CNT),
        Predicate.all(ofSensor(), Predicate.equal(SensorLayout.TS)));
  }

  /** Reads the greatest ts of a sensor, or no row. Slots: sensor. */
  public Op lastTs() {
    return new Op.Read("last_ts", table, Select.columns(SensorLayout.TS), ofSensor())
        .lastBy(SensorLayout.TS);
  }

  /** Counts all rows. No slots. */
  public Op count() {
    return new Op.Read("count_rows", table, new Select.Count());
  }

  /**
   * Creates a pager over a sensor's rows in the order of ts, with the columns ts, data1 to data6,
   * cnt; see {@link #start}.
   *
   * @param whole whether each row as a whole is compared with the declaration
   */
  public KeysetPager pager(Session session, boolean whole) throws DbException {
    Op.Read rows = new Op.Read("sensor_rows", table, readings(SensorLayout.TS, whole), inRange());
    return new KeysetPager(session, rows.orderBy(SensorLayout.TS).limit(PAGE), 0);
  }

  /**
   * Moves a pager to a sensor's first row. The range starts at {@link EventGrid#FIRST_TS}: MongoDB
   * 6.0 finds no row of a time-series collection if a range starts within an hour of 1970.
   */
  public void start(KeysetPager pager, long sensor) {
    pager.set(0, layout.key(sensor)).start(EventGrid.FIRST_TS, EventGrid.LAST_TS);
  }
}

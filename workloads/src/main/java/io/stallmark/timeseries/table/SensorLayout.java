package io.stallmark.timeseries.table;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Layouts of the table {@code sensordata}. They differ in keys, indexes and key columns; all other
 * columns are the same.
 */
public enum SensorLayout {
  SENSOR_FIRST,
  TS_FIRST,
  TS_FIRST_COVERING,
  AUTO_INCREMENT,
  HASH_PREFIXED,
  PARTITIONED,
  OBJECT_ID,
  NATIVE;

  public static final String SENSOR = "sensor_id";
  public static final String TS = "ts";
  static final String HASH = "sensor_hash";

  /** Five data columns; the fifth is named data6, as in the original table. */
  public static final List<String> DATA = List.of("data1", "data2", "data3", "data4", "data6");

  public static final String CNT = "cnt";

  private static final String ID = "id";
  private static final String INDEX = "sensor_ts";

  /** Whether a unique key has sensor and time, so that no reading can be inserted twice. */
  public boolean hasKeyOfReading() {
    return this != AUTO_INCREMENT && this != OBJECT_ID && this != NATIVE;
  }

  public static SensorLayout of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  public static List<String> names() {
    return Arrays.stream(values()).map(SensorLayout::word).toList();
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Column by which the rows of a sensor are selected. */
  public String sensorKey() {
    return this == HASH_PREFIXED ? HASH : SENSOR;
  }

  /** Value of {@link #sensorKey} for a sensor. */
  public long key(long sensor) {
    return this == HASH_PREFIXED ? hash(sensor) : sensor;
  }

  /**
   * Columns that an insert sets, in the order of the slots: ts, sensor, data, cnt, then the hash if
   * the layout has it.
   */
  public List<String> given() {
    List<String> names = new ArrayList<>(readings());
    if (this == HASH_PREFIXED) {
      names.add(HASH);
    }
    return names;
  }

  private static List<String> readings() {
    List<String> names = new ArrayList<>(List.of(TS, SENSOR));
    names.addAll(DATA);
    names.add(CNT);
    return names;
  }

  public Table table(int partitions) {
    return new Table(
        "sensordata", columns(), primaryKey(), indexes(), arrangement(partitions), Map.of());
  }

  private List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    if (this == AUTO_INCREMENT) {
      columns.add(new Column(ID, Type.INT64, Fill.AUTO_INCREMENT));
    } else if (this == HASH_PREFIXED) {
      columns.add(new Column(HASH, Type.UNSIGNED32, Fill.REQUIRED));
    }
    columns.add(new Column(TS, Type.UNSIGNED32, Fill.ZERO));
    columns.add(new Column(SENSOR, Type.UNSIGNED32, Fill.REQUIRED));
    DATA.forEach(name -> columns.add(new Column(name, Type.FLOAT64, Fill.REQUIRED)));
    columns.add(new Column(CNT, Type.UNSIGNED32, Fill.REQUIRED));
    return columns;
  }

  private List<String> primaryKey() {
    return switch (this) {
      case SENSOR_FIRST, PARTITIONED -> List.of(SENSOR, TS);
      case TS_FIRST, TS_FIRST_COVERING -> List.of(TS, SENSOR);
      case HASH_PREFIXED -> List.of(HASH, TS);
      case AUTO_INCREMENT -> List.of(ID);
      case OBJECT_ID, NATIVE -> List.of();
    };
  }

  private List<Index> indexes() {
    return switch (this) {
      case SENSOR_FIRST, PARTITIONED, HASH_PREFIXED -> List.of();
      case TS_FIRST, AUTO_INCREMENT, OBJECT_ID, NATIVE ->
          List.of(new Index(INDEX, List.of(SENSOR, TS), false));
      case TS_FIRST_COVERING -> {
        List<String> all = new ArrayList<>(List.of(SENSOR, TS));
        all.addAll(DATA);
        all.add(CNT);
        yield List.of(new Index(INDEX, all, false));
      }
    };
  }

  private TableLayout arrangement(int partitions) {
    return switch (this) {
      case PARTITIONED -> new TableLayout.Partitioned(SENSOR, partitions);
      case NATIVE -> new TableLayout.TimeSeries(TS, SENSOR);
      default -> TableLayout.PLAIN;
    };
  }

  /**
   * Returns the value of {@code sensor_hash}: a bijection of 31-bit numbers (Knuth's multiplicative
   * hash). Each sensor has a different value, and neighbours are far from each other.
   */
  public static long hash(long sensor) {
    return sensor * 2_654_435_769L & Integer.MAX_VALUE;
  }
}

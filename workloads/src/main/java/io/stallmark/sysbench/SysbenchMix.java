package io.stallmark.sysbench;

import io.stallmark.spi.workload.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Which statements make up a transaction: one constant for each of sysbench's scripts. */
enum SysbenchMix {
  READ_WRITE,
  READ_ONLY,
  WRITE_ONLY,
  POINT_SELECT,
  UPDATE_INDEX,
  UPDATE_NON_INDEX,
  INSERT,
  DELETE,
  SELECT_RANDOM_POINTS,
  SELECT_RANDOM_RANGES;

  /** A family with the number of its statements in a transaction. */
  record Part(StatementFamily family, int count) {}

  private static final List<StatementFamily> READS =
      List.of(
          StatementFamily.POINT_SELECT,
          StatementFamily.SIMPLE_RANGE,
          StatementFamily.SUM_RANGE,
          StatementFamily.ORDER_RANGE,
          StatementFamily.DISTINCT_RANGE);

  private static final List<StatementFamily> WRITES =
      List.of(
          StatementFamily.INDEX_UPDATE,
          StatementFamily.NON_INDEX_UPDATE,
          StatementFamily.DELETE_INSERT);

  static SysbenchMix of(Settings settings) {
    return valueOf(settings.choice("mix").toUpperCase(Locale.ROOT));
  }

  static Stream<SysbenchMix> all() {
    return Arrays.stream(values());
  }

  static List<String> words() {
    return all().map(SysbenchMix::word).toList();
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  List<StatementFamily> families() {
    return switch (this) {
      case READ_WRITE -> Stream.of(READS, WRITES).flatMap(List::stream).toList();
      case READ_ONLY -> READS;
      case WRITE_ONLY -> WRITES;
      case POINT_SELECT -> List.of(StatementFamily.POINT_SELECT);
      case UPDATE_INDEX -> List.of(StatementFamily.INDEX_UPDATE);
      case UPDATE_NON_INDEX -> List.of(StatementFamily.NON_INDEX_UPDATE);
      case INSERT -> List.of(StatementFamily.INSERT);
      case DELETE -> List.of(StatementFamily.DELETE);
      case SELECT_RANDOM_POINTS -> List.of(StatementFamily.RANDOM_POINTS);
      case SELECT_RANDOM_RANGES -> List.of(StatementFamily.RANDOM_RANGES);
    };
  }

  /** The settings that leave nothing else. */
  Map<String, String> alone() {
    return Map.of("mix", word());
  }

  /** Whether sysbench puts begin and commit around it. */
  boolean wrapped() {
    return this == READ_WRITE || this == READ_ONLY || this == WRITE_ONLY;
  }

  /** Whether it leaves every table with the rows that it found. */
  boolean keepsRows() {
    return this != INSERT && this != DELETE;
  }

  /** Whether it knows one table only, the first. */
  boolean firstTableOnly() {
    return this == SELECT_RANDOM_POINTS || this == SELECT_RANDOM_RANGES;
  }

  /**
   * What a transaction consists of, in order, without what the settings switch off.
   *
   * @throws IllegalArgumentException when nothing is left
   */
  List<Part> parts(Settings settings) {
    boolean ranges = settings.choice("range-selects").equals("on");
    List<Part> parts = new ArrayList<>();
    for (StatementFamily family : families()) {
      // oltp_point_select.lua:27 overrides the count with 1.
      int count = this == POINT_SELECT ? 1 : family.count(settings);
      if (count > 0 && (ranges || !family.isRange())) {
        parts.add(new Part(family, count));
      }
    }
    if (parts.isEmpty()) {
      throw new IllegalArgumentException(
          "A transaction of mix=" + word() + " is empty: raise one of its counts above 0");
    }
    return List.copyOf(parts);
  }
}

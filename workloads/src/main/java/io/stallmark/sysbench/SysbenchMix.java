package io.stallmark.sysbench;

import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Statements of a transaction: one constant for each of sysbench's scripts. */
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

  /** Family and its number of executions in a transaction. */
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

  static Stream<SysbenchMix> all() {
    return Arrays.stream(values());
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

  /** Settings that select this mix only. */
  Map<String, String> alone() {
    return Map.of("mix", Setting.word(this));
  }

  /** Whether sysbench sends begin and commit around the statements. */
  boolean wrapped() {
    return this == READ_WRITE || this == READ_ONLY || this == WRITE_ONLY;
  }

  /** Whether every table has the same set of ids after a transaction as before. */
  boolean keepsRows() {
    return this != INSERT && this != DELETE;
  }

  /** Whether the mix uses only the first table. */
  boolean firstTableOnly() {
    return this == SELECT_RANDOM_POINTS || this == SELECT_RANDOM_RANGES;
  }

  /**
   * Parts of a transaction, in order, without those that the settings disable.
   *
   * @throws RefusedException if no part remains
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
      throw new RefusedException(
          "A transaction of mix="
              + Setting.word(this)
              + " is empty: raise one of its counts above 0");
    }
    return List.copyOf(parts);
  }
}

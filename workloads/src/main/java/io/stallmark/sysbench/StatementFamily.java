package io.stallmark.sysbench;

import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Group of similar statements in a transaction; sysbench chooses a table for each group. */
enum StatementFamily {
  POINT_SELECT("point-selects"),
  SIMPLE_RANGE("simple-ranges"),
  SUM_RANGE("sum-ranges"),
  ORDER_RANGE("order-ranges"),
  DISTINCT_RANGE("distinct-ranges"),
  INDEX_UPDATE("index-updates"),
  NON_INDEX_UPDATE("non-index-updates"),
  DELETE_INSERT("delete-inserts"),
  INSERT(null),
  DELETE(null),
  RANDOM_POINTS(null),
  RANDOM_RANGES(null);

  private final @Nullable String setting;

  StatementFamily(@Nullable String setting) {
    this.setting = setting;
  }

  /** Families with a setting for their number of statements per transaction. */
  static List<StatementFamily> counted() {
    return Arrays.stream(values()).filter(family -> family.setting != null).toList();
  }

  /** Name of the setting for the number of statements per transaction, if there is one. */
  Optional<String> setting() {
    return Optional.ofNullable(setting);
  }

  /** Settings of a transaction with one execution of this family and nothing else. */
  Map<String, String> alone() {
    Map<String, String> settings = new LinkedHashMap<>();
    SysbenchMix mix =
        SysbenchMix.READ_ONLY.families().contains(this)
            ? SysbenchMix.READ_ONLY
            : SysbenchMix.WRITE_ONLY;
    settings.put("mix", Setting.word(mix));
    if (this != DELETE_INSERT) { // two statements that must stay atomic
      settings.put("transactions", "off");
    }
    for (StatementFamily family : counted()) {
      settings.put(String.valueOf(family.setting), family == this ? "1" : "0");
    }
    return settings;
  }

  boolean isRange() {
    return this == SIMPLE_RANGE
        || this == SUM_RANGE
        || this == ORDER_RANGE
        || this == DISTINCT_RANGE;
  }

  /** Number of executions per transaction. */
  int count(Settings settings) {
    return setting == null ? 1 : settings.int32(setting);
  }
}

package io.stallmark.sysbench;

import io.stallmark.spi.workload.Settings;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A group of like statements in a transaction; sysbench chooses a table for each group. */
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

  /** Families of whole transactions: each has a setting that says how often it comes. */
  static List<StatementFamily> counted() {
    return Arrays.stream(values()).filter(family -> family.setting != null).toList();
  }

  /** The one that says how often it comes. */
  Optional<String> setting() {
    return Optional.ofNullable(setting);
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The settings of a transaction that is one of these and nothing else. */
  Map<String, String> alone() {
    Map<String, String> settings = new LinkedHashMap<>();
    SysbenchMix mix =
        SysbenchMix.READ_ONLY.families().contains(this)
            ? SysbenchMix.READ_ONLY
            : SysbenchMix.WRITE_ONLY;
    settings.put("mix", mix.word());
    if (this != DELETE_INSERT) { // two statements that clients must not come between
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

  /** How often a transaction repeats it. */
  int count(Settings settings) {
    return setting == null ? 1 : settings.int32(setting);
  }
}

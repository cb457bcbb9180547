package io.stallmark.sysbench;

import io.stallmark.spi.workload.Settings;
import org.jspecify.annotations.Nullable;

/** A group of like statements in a transaction; sysbench chooses a table for each group. */
enum Family {
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

  Family(@Nullable String setting) {
    this.setting = setting;
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

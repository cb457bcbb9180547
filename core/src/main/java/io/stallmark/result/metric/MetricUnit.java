package io.stallmark.result.metric;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Unit of a metric's values, and its form in names. */
public enum MetricUnit {
  COUNT("", "", 1, "", null, 1),
  PERCENT("_percent", "Percent", 1, "", null, 1),
  PER_SECOND("_per_s", "PerSecond", 1, "", null, 1),
  MILLISECONDS("_ms", "Milliseconds", 1e6, "Nanoseconds", "seconds", 1e9),
  MICROSECONDS("_us", "Microseconds", 1e3, "Nanoseconds", "seconds", 1e9),
  /** Kilobytes of 1000 bytes. */
  KILOBYTES("_kb", "Kb", 1e3, "Bytes", "bytes", 1);

  private final String columnSuffix;
  private final String nameSuffix;
  private final double exactScale;
  private final String exactSuffix;
  private final @Nullable String baseUnit;
  private final double baseScale;

  MetricUnit(
      String columnSuffix,
      String nameSuffix,
      double exactScale,
      String exactSuffix,
      @Nullable String baseUnit,
      double baseScale) {
    this.columnSuffix = columnSuffix;
    this.nameSuffix = nameSuffix;
    this.exactScale = exactScale;
    this.exactSuffix = exactSuffix;
    this.baseUnit = baseUnit;
    this.baseScale = baseScale;
  }

  /** Returns the name of a CSV column, such as {@code gc_pause_ms}. */
  String column(String metric) {
    return metric + columnSuffix;
  }

  /** Returns the name in {@code run.json}, such as {@code gcPauseMilliseconds}. */
  String name(String metric) {
    return camelCase(metric) + nameSuffix;
  }

  /** Returns the name in {@code run.json} of a value in nanoseconds, bytes or a count. */
  String exactName(String metric) {
    return camelCase(metric) + exactSuffix;
  }

  /** Converts a value from nanoseconds, bytes or a count to this unit. */
  public double of(double exact) {
    return exact / exactScale;
  }

  /** Base unit in Prometheus; null: none. */
  public @Nullable String baseUnit() {
    return baseUnit;
  }

  /** Converts a value from nanoseconds, bytes or a count to {@link #baseUnit}. */
  public double inBaseUnit(double exact) {
    return exact / baseScale;
  }

  private static String camelCase(String metric) {
    StringBuilder name = new StringBuilder();
    for (String word : metric.split("_")) {
      name.append(
          name.isEmpty()
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return name.toString();
  }
}

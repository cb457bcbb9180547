package io.stallmark.result.metric;

import io.stallmark.result.SizeSummary.StoredSize;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Metric of the tables' size on disk. Files, terminal, comparison and metrics endpoint iterate over
 * these constants, in this order.
 */
public enum SizeMetric {
  DATA("data_bytes", "data", null, StoredSize::dataBytes),
  INDEX("index_bytes", "indexes", null, StoredSize::indexBytes),
  FILE("file_bytes", "files", null, StoredSize::fileBytes),
  ROWS("rows", null, new Meter(".rows", null), StoredSize::rows),
  /** Indexes and free space included. */
  BYTES_PER_ROW("stored_bytes_per_row", null, null, size -> ratio(size, size.rows())),
  /** Bytes on disk for each byte of the rows' values. */
  SPACE_AMPLIFICATION("space_amplification", null, null, size -> ratio(size, size.logicalBytes())),
  STORED("stored_bytes", null, new Meter("", "bytes"), StoredSize::storedBytes),
  LOGICAL("logical_bytes", null, new Meter(".logical", "bytes"), StoredSize::logicalBytes);

  /**
   * Gauge in Prometheus.
   *
   * @param suffix end of its name
   * @param unit base unit; null: none
   */
  public record Meter(String suffix, @Nullable String unit) {}

  private final String column;
  private final @Nullable String label;

  @SuppressWarnings("ImmutableEnumChecker") // a record of texts
  private final @Nullable Meter meter;

  @SuppressWarnings("ImmutableEnumChecker") // reads a component
  private final Function<StoredSize, ? extends @Nullable Number> value;

  SizeMetric(
      String column,
      @Nullable String label,
      @Nullable Meter meter,
      Function<StoredSize, ? extends @Nullable Number> value) {
    this.column = column;
    this.label = label;
    this.meter = meter;
    this.value = value;
  }

  /** Name of the column in {@code size.csv}, and of the row of a comparison. */
  public String column() {
    return column;
  }

  /** Label of bytes on the terminal; null: the terminal and comparisons do not list it. */
  public @Nullable String label() {
    return label;
  }

  /** Gauge in Prometheus; null: none. */
  public @Nullable Meter meter() {
    return meter;
  }

  /** Returns the value of a size; NaN: not reported. */
  public double of(StoredSize size) {
    Number number = value.apply(size);
    return number == null ? Double.NaN : number.doubleValue();
  }

  private static @Nullable Double ratio(StoredSize size, @Nullable Long to) {
    return to == null || to == 0 ? null : (Double) ((double) size.storedBytes() / to);
  }
}

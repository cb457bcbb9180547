package io.stallmark.analysis.cost;

import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spi.server.TableSize;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What tables take on disk at some moment, and what they hold.
 *
 * @param bytes of files, or data and indexes; empty: not reported
 * @param rows in all tables; empty: not reported
 * @param logicalBytes of these rows' values
 */
public record StoredSize(OptionalLong bytes, OptionalLong rows, OptionalLong logicalBytes) {

  /** Nothing was reported. */
  public static final StoredSize UNKNOWN =
      new StoredSize(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

  /**
   * That of a scenario's tables.
   *
   * @param size null: not reported
   */
  public static StoredSize of(ResolvedWorkload workload, @Nullable TableSize size) {
    return size == null
        ? UNKNOWN
        : new StoredSize(
            OptionalLong.of(size.storedBytes()),
            size.rows().values().stream().mapToLong(Long::longValue).reduce(Long::sum),
            LogicalBytes.stored(workload, size));
  }

  /** Stored bytes of a row, indexes and holes among them. */
  public OptionalDouble bytesPerRow() {
    return ratio(bytes, rows);
  }

  /** How many bytes are stored for each byte of the rows' values. */
  public OptionalDouble spaceAmplification() {
    return ratio(bytes, logicalBytes);
  }

  static OptionalDouble ratio(OptionalLong of, OptionalLong to) {
    return of.isEmpty() || to.isEmpty() || to.getAsLong() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) of.getAsLong() / to.getAsLong());
  }
}

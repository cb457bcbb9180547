package io.stallmark.analysis.cost;

import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spi.server.TableSize;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Size of tables on disk at one time, and the number and size of their rows.
 *
 * @param bytes bytes of files, or of data and indexes; empty: not reported
 * @param rows number of rows in all tables; empty: not reported
 * @param logicalBytes bytes of the values of these rows; empty: unknown
 */
public record StoredSize(OptionalLong bytes, OptionalLong rows, OptionalLong logicalBytes) {

  /** Size of tables of which nothing was reported. */
  public static final StoredSize UNKNOWN =
      new StoredSize(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

  /**
   * Returns the size of a workload's tables.
   *
   * @param size size that the database reported; null: not reported
   */
  public static StoredSize of(ResolvedWorkload workload, @Nullable TableSize size) {
    return size == null
        ? UNKNOWN
        : new StoredSize(
            OptionalLong.of(size.storedBytes()),
            size.rows().values().stream().mapToLong(Long::longValue).reduce(Long::sum),
            LogicalBytes.stored(workload, size));
  }

  /** Returns the bytes on disk for each row, indexes and free space included; empty: unknown. */
  public OptionalDouble bytesPerRow() {
    return ratio(bytes, rows);
  }

  /** Returns the bytes on disk for each byte of the rows' values; empty: unknown. */
  public OptionalDouble spaceAmplification() {
    return ratio(bytes, logicalBytes);
  }

  static OptionalDouble ratio(OptionalLong of, OptionalLong to) {
    return of.isEmpty() || to.isEmpty() || to.getAsLong() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) of.getAsLong() / to.getAsLong());
  }
}

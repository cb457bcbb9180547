package io.stallmark.analysis.cost;

import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Cost of a segment of the run by one source. Times are nanoseconds since the measurement started.
 *
 * @param transactions number of successful transactions that ended in the segment
 * @param statements number of successful statements that ended in the segment
 * @param logicalWrittenBytes bytes of the values that these statements wrote; null: unknown
 * @param generatorBound whether the generator, not the database, was the bottleneck in a part of
 *     the segment
 * @param used resources that the source counted in the segment
 */
public record CostRow(
    CostSource source,
    long start,
    long end,
    long transactions,
    long statements,
    @Nullable Long logicalWrittenBytes,
    boolean generatorBound,
    Usage used) {

  /**
   * Returns the bytes that the source counted as written for each byte of a value that was written;
   * null: unknown.
   */
  public @Nullable Double writeAmplification() {
    return ratio(used.of(Resource.WRITTEN_BYTES), logicalWrittenBytes);
  }

  static @Nullable Double ratio(OptionalLong of, @Nullable Long to) {
    return of.isEmpty() || to == null || to == 0 ? null : (Double) ((double) of.getAsLong() / to);
  }

  /** Receives rows when they are known, on the threads of the sources. */
  public interface Listener {

    /**
     * Receives a row.
     *
     * @throws IOException if the row cannot be written; the run continues
     */
    void row(CostRow row) throws IOException;
  }
}

package io.stallmark.analysis.cost;

import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Cost of a segment of the run by one source. Times are nanoseconds since the measurement started.
 *
 * @param transactions number of successful transactions that ended in the segment
 * @param statements number of successful statements that ended in the segment
 * @param logicalWrittenBytes bytes of the values that these statements wrote; empty: unknown
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
    OptionalLong logicalWrittenBytes,
    boolean generatorBound,
    Usage used) {

  /**
   * Returns the bytes that the source counted as written for each byte of a value that was written;
   * empty: unknown.
   */
  public OptionalDouble writeAmplification() {
    return ratio(used.of(Resource.WRITTEN_BYTES), logicalWrittenBytes);
  }

  static OptionalDouble ratio(OptionalLong of, OptionalLong to) {
    return of.isEmpty() || to.isEmpty() || to.getAsLong() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) of.getAsLong() / to.getAsLong());
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

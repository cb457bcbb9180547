package io.stallmark.analysis.cost;

import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a segment of the run cost by one source. Times are nanoseconds since the measurement
 * started.
 *
 * @param transactions successful ones that ended in it
 * @param statements likewise
 * @param logicalWrittenBytes of the values that these wrote; empty: unknown
 * @param generatorBound whether the generator, not the database, was the bottleneck in a part of it
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

  /** How many bytes the source saw written for each byte of a value that was written. */
  public OptionalDouble writeAmplification() {
    return StoredSize.ratio(used.of(Resource.WRITTEN_BYTES), logicalWrittenBytes);
  }

  /** Takes rows as they become known, from several threads. */
  public interface Listener {

    /**
     * @throws IOException when the row cannot be kept, which ends no run
     */
    void row(CostRow row) throws IOException;
  }
}

package io.stallmark.analysis.cost;

import io.stallmark.spi.server.Usage;
import java.io.IOException;

/**
 * What a stretch of the run cost by one source. Times are nanoseconds since the measurement
 * started.
 *
 * @param transactions successful ones that ended in it
 * @param statements likewise
 */
public record CostRow(
    Source source, long start, long end, long transactions, long statements, Usage used) {

  /** Takes rows as they become known, from several threads. */
  public interface Listener {

    /**
     * @throws IOException when the row cannot be kept, which ends no run
     */
    void row(CostRow row) throws IOException;
  }
}

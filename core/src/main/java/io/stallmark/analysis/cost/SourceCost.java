package io.stallmark.analysis.cost;

import io.stallmark.spi.server.Usage;

/**
 * Cost of a run by one source, over the segments whose cost is known.
 *
 * @param what process, disk, container or address that the counts are of, for readers
 * @param nanos total length of these segments, nanoseconds
 * @param transactions number of successful transactions that ended in these segments
 * @param statements number of successful statements that ended in these segments
 * @param used resources that the source counted in these segments
 */
public record SourceCost(
    CostSource source, String what, long nanos, long transactions, long statements, Usage used) {

  SourceCost plus(CostRow row) {
    return new SourceCost(
        source,
        what,
        nanos + row.end() - row.start(),
        transactions + row.transactions(),
        statements + row.statements(),
        nanos == 0 ? row.used() : used.with(row.used(), Long::sum));
  }
}

package io.stallmark.analysis.cost;

import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.OptionalDouble;

/**
 * What a run cost by one source, in the segments of which that is known.
 *
 * @param what whose counts they are, for readers
 * @param nanos how long these are together
 * @param transactions successful ones that ended in them
 * @param statements likewise
 * @param used what was counted in all of them
 */
public record SourceCost(
    CostSource source, String what, long nanos, long transactions, long statements, Usage used) {

  /** In the resource's own unit; empty: it is not counted, or there was no statement. */
  public OptionalDouble perStatement(Resource resource) {
    return per(resource, statements);
  }

  /** In the resource's own unit; empty: it is not counted, or there was no transaction. */
  public OptionalDouble perTransaction(Resource resource) {
    return per(resource, transactions);
  }

  private OptionalDouble per(Resource resource, long events) {
    Long count = used.counts().get(resource);
    return count == null || events == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) count / events);
  }

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

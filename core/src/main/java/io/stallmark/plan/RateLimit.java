package io.stallmark.plan;

import io.stallmark.spec.Nearest;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import java.util.List;

/**
 * What a rate must keep.
 *
 * @param percentile of the transactions' response time, by its name in the results
 * @param under nanoseconds
 */
public record RateLimit(String percentile, long under) {

  private static final List<String> PERCENTILES = List.of("p50", "p95", "p99", "p999", "max");

  /** Reads {@code p99<10ms}. */
  public static RateLimit parse(String text) throws SpecException {
    String[] sides = text.split("<", -1);
    if (sides.length != 2) {
      throw new SpecException("'" + text + "' is not a limit such as p99<10ms");
    }
    String percentile = sides[0].strip().replace("p99.9", "p999");
    if (!PERCENTILES.contains(percentile)) {
      throw new SpecException(
          "no percentile '" + percentile + "': " + Nearest.hint(percentile, PERCENTILES));
    }
    long under = Quantity.duration(sides[1].strip());
    if (under <= 0) {
      throw new SpecException("the limit must be above 0");
    }
    return new RateLimit(percentile, under);
  }
}

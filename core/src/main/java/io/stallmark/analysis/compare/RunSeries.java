package io.stallmark.analysis.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison takes from a run.
 *
 * @param columns by name: {@link #SECONDS} is how long each interval was, all others what was
 *     counted in it
 * @param latencies by kind and clock, {@code point_select.service}: the samples
 * @param stalls the lengths of the server's, in seconds; null: the run was too short to tell
 * @param otherWork the share of the machine's processors that others used meanwhile, 0 to 1; 0 also
 *     where nobody knows
 * @param stored what the tables had come to at its end, by the name of the row: {@code
 *     space_amplification}
 */
public record RunSeries(
    Map<String, double[]> columns,
    Map<String, Times> latencies,
    @Nullable List<Double> stalls,
    double otherWork,
    Map<String, Double> stored) {

  public static final String SECONDS = "seconds";
  public static final String TRANSACTIONS = "transactions";
  public static final String STATEMENTS = "statements";
  public static final String ROWS = "rows";

  /** Seconds of each interval in which the server stalled. */
  public static final String STALLED = "stalled";

  /** Seconds of each interval that count for trust; none: the run does not say. */
  public static final String JUDGED = "judged";

  /** Those of them in which the generator was the bottleneck, not the database. */
  public static final String BOUND = "bound";

  /** What the names of columns begin with that are costs; source and figure follow. */
  public static final String COST = "cost.";

  /**
   * What the names of columns begin with that are the transactions which a source's costs are of;
   * the source follows. It reads its counters in its own time.
   */
  public static final String COSTED = "costed.";

  /**
   * What the names of columns begin with that are kB of the values which were written meanwhile;
   * the source follows.
   */
  public static final String LOGICAL = "logical.";

  double[] column(String name) {
    double[] column = columns.get(name);
    return column == null ? new double[intervals()] : column;
  }

  double sum(String name) {
    return Arrays.stream(column(name)).sum();
  }

  /** How many. */
  public int intervals() {
    double[] seconds = columns.get(SECONDS);
    return seconds == null ? 0 : seconds.length;
  }

  Times times(String tag) {
    return latencies.getOrDefault(tag, Times.NONE);
  }

  /**
   * The samples of a kind and clock.
   *
   * @param intervals those of each
   * @param all of all intervals
   */
  public record Times(List<Tally> intervals, Tally all) {

    static final Times NONE = new Times(List.of(), Tally.NONE);

    public static Times of(List<Tally> intervals) {
      return new Times(intervals, Tally.sum(intervals));
    }
  }
}

package io.stallmark.analysis.trust;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Time at which a run reached its steady state.
 *
 * @param what series that was judged
 * @param judged whether the run could be judged: it was long enough, and its load was constant
 * @param reachedAfter nanoseconds from the start of the measurement; empty: never reached, or not
 *     judged
 * @param resolution precision of that time, nanoseconds; 0: not judged
 */
public record SteadyState(What what, boolean judged, OptionalLong reachedAfter, long resolution) {

  /** Minimum number of batches, each at least half a second long. */
  static final int FEWEST_BATCHES = 40;

  /** Series that shows the steady state. */
  public enum What {
    /** Throughput, in a closed loop. */
    TRANSACTIONS_PER_SECOND,
    /** Mean response time, in an open loop, where the schedule determines the throughput. */
    RESPONSE_TIME;

    /** Returns the name in files. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the result for a run that is too short, or whose load changes by plan. */
  static SteadyState notJudged(What what) {
    return new SteadyState(what, false, OptionalLong.empty(), 0);
  }

  static SteadyState of(ThroughputBatches batches, What what) {
    double[] series = what == What.RESPONSE_TIME ? batches.responses() : batches.completions();
    if (series.length < FEWEST_BATCHES) {
      return notJudged(what);
    }
    OptionalInt transients = transients(series);
    return new SteadyState(
        what,
        true,
        transients.isPresent()
            ? OptionalLong.of(transients.getAsInt() * batches.length())
            : OptionalLong.empty(),
        batches.length());
  }

  /**
   * Returns the number of values before the steady state; empty: it was never reached, because the
   * rest has a shift or a trend.
   */
  static OptionalInt transients(double[] series) {
    int first = MserTruncation.truncation(series);
    return LevelShift.in(Arrays.copyOfRange(series, first, series.length))
        ? OptionalInt.empty()
        : OptionalInt.of(first);
  }
}

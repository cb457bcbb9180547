package io.stallmark.analysis.trust;

import java.util.Locale;
import java.util.OptionalLong;

/**
 * When a run became steady.
 *
 * @param what was looked at
 * @param judged whether the run was long enough to say, and its load the same all the time
 * @param reachedAfter nanoseconds from the start of the measurement; empty: never, or not judged
 * @param resolution how exact that is, nanoseconds; 0: not judged
 */
public record SteadyState(What what, boolean judged, OptionalLong reachedAfter, long resolution) {

  /** Half a second each, the shortest that batches are. */
  static final int FEWEST_BATCHES = 40;

  /** What shows it. */
  public enum What {
    /** Of a closed loop. */
    TRANSACTIONS_PER_SECOND,
    /** The mean of it, in an open loop, where the schedule says how many there are. */
    RESPONSE_TIME;

    /** Returns the name in files. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Of a run that is too short, or whose load changes by plan. */
  static SteadyState notJudged(What what) {
    return new SteadyState(what, false, OptionalLong.empty(), 0);
  }

  static SteadyState of(ThroughputBatches batches, What what) {
    double[] series = what == What.RESPONSE_TIME ? batches.responses() : batches.completions();
    if (series.length < FEWEST_BATCHES) {
      return notJudged(what);
    }
    int transients = MserTruncation.truncation(series);
    boolean reached = 2 * transients <= series.length;
    return new SteadyState(
        what,
        true,
        reached ? OptionalLong.of(transients * batches.length()) : OptionalLong.empty(),
        batches.length());
  }
}

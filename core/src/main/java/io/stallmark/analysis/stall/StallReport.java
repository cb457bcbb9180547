package io.stallmark.analysis.stall;

import java.util.List;

/**
 * All stalls and dips of a run.
 *
 * @param stallCount number of stalls
 * @param stalls stalls in order of time; when there are too many, only the longest
 * @param dipCount number of dips
 * @param dips dips in order of time; when there are too many, only the longest
 * @param periods stalls and dips that recur regularly
 * @param rates rate of the first role over the run
 */
public record StallReport(
    StallRule rule,
    long stallCount,
    List<Stall> stalls,
    long dipCount,
    List<Dip> dips,
    List<RecurrencePeriod> periods,
    RateLine rates) {

  public StallReport {
    stalls = List.copyOf(stalls);
    dips = List.copyOf(dips);
    periods = List.copyOf(periods);
  }
}

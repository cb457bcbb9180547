package io.stallmark.analysis.stall;

import java.util.List;

/**
 * All stalls and dips of a run.
 *
 * @param stallCount how many there were
 * @param stalls in order of time; of very many the longest
 * @param dips in order of time; of very many the longest
 * @param periods those that came regularly
 */
public record StallReport(
    StallRule rule,
    long stallCount,
    List<Stall> stalls,
    long dipCount,
    List<Dip> dips,
    List<Period> periods,
    RateLine rates) {

  public StallReport {
    stalls = List.copyOf(stalls);
    dips = List.copyOf(dips);
    periods = List.copyOf(periods);
  }

  /** Whether the run was long enough for a stall to be found in it. */
  public boolean isJudged() {
    return rates.length() >= StallRule.LEARNING + rule.shortest();
  }
}

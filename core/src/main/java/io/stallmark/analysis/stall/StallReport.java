package io.stallmark.analysis.stall;

import io.stallmark.spi.workload.ProgressUnit;
import java.util.List;

/**
 * All stalls and dips of a run.
 *
 * @param unit of the rates over the run
 * @param stallCount how many there were
 * @param stalls in order of time; of very many the longest
 * @param dips in order of time; of very many the longest
 * @param periods those that came regularly
 */
public record StallReport(
    StallRule rule,
    ProgressUnit unit,
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

  /** Whether the run was long enough for a stall to be found in it. */
  public boolean isJudged() {
    return rates.length() >= StallRule.LEARNING + rule.shortest();
  }
}

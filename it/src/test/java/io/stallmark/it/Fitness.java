package io.stallmark.it;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether real time can be judged on this machine, or its figures; and the limits of that. On two
 * processors beside builds of others, those used 150 to 199 %, and the I/O pressure was 5 %.
 */
final class Fitness {

  /** Of one processor: what programs other than this test run used. */
  static final int OTHERS_PERCENT = 50;

  /** Of one processor. A stall that the program reports can be as short as 0.2 s. */
  static final int STOLEN_PERCENT = 20;

  /** Of the time: some thread waited for a disk. Tests write too, so it cannot be small. */
  static final int DISK_PERCENT = 60;

  private static final double NANOS_PER_TICK = 1e7;
  private static final double NANOS_PER_MICRO = 1e3;

  private Fitness() {}

  /** What kept the machine from being fit between two samples; empty: nothing. */
  static Optional<String> unfit(MachineSample from, MachineSample to) {
    double nanos = to.nanos() - from.nanos();
    double ticks = 100 * NANOS_PER_TICK / nanos;
    List<String> reasons = new ArrayList<>();
    long others = to.busy() - from.busy() - (to.own() - from.own());
    add(reasons, "others used %.0f %% of a processor", others * ticks, OTHERS_PERCENT);
    double stolen = (to.stolen() - from.stolen()) * ticks;
    add(reasons, "the host took %.0f %% of a processor (steal)", stolen, STOLEN_PERCENT);
    if (from.waited() >= 0 && to.waited() >= 0) {
      double waited = 100 * NANOS_PER_MICRO / nanos * (to.waited() - from.waited());
      add(reasons, "I/O pressure %.0f %%", waited, DISK_PERCENT);
    }
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", reasons));
  }

  private static void add(List<String> reasons, String text, double percent, int most) {
    if (percent > most) {
      reasons.add(String.format(Locale.ROOT, text, percent));
    }
  }

  /** The first of the windows between consecutive samples that was not fit, if any. */
  static Optional<String> everUnfit(List<MachineSample> samples) {
    Optional<String> reason = Optional.empty();
    for (int i = 1; i < samples.size() && reason.isEmpty(); i++) {
      reason = unfit(samples.get(i - 1), samples.get(i));
    }
    return reason;
  }
}

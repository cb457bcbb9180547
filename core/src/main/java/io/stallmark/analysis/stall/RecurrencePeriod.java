package io.stallmark.analysis.stall;

import io.stallmark.result.StallFindings.Periodicity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds stalls or dips that recur at regular intervals. */
final class RecurrencePeriod {

  /**
   * Least number of them; five are regular by chance once in three hundred runs, fewer more often.
   */
  private static final int LEAST = 5;

  /** Maximum deviation of a regular gap from the median gap, as a share of it. */
  private static final double JITTER = 0.2;

  /** Least share of gaps that must be regular. */
  private static final double MOST = 0.8;

  private RecurrencePeriod() {}

  /**
   * Finds regular recurrence: first of stalls and of dips separately; if neither is regular, of
   * both together. The period is the median time from one start to the next.
   */
  static List<Periodicity> in(Collection<Long> stalls, Collection<Long> dips) {
    List<Periodicity> periods = new ArrayList<>();
    of("stalls", stalls).ifPresent(periods::add);
    of("dips", dips).ifPresent(periods::add);
    if (periods.isEmpty() && !stalls.isEmpty() && !dips.isEmpty()) {
      List<Long> all = Stream.concat(stalls.stream(), dips.stream()).toList();
      of("stalls and dips", all).ifPresent(periods::add);
    }
    return periods;
  }

  private static Optional<Periodicity> of(String what, Collection<Long> starts) {
    if (starts.size() < LEAST) {
      return Optional.empty();
    }
    long[] times = starts.stream().mapToLong(Long::longValue).sorted().toArray();
    long[] gaps = new long[times.length - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = times[i + 1] - times[i];
    }
    long median = Arrays.stream(gaps).sorted().skip(gaps.length / 2).findFirst().orElse(0);
    long regular =
        Arrays.stream(gaps).filter(gap -> Math.abs(gap - median) <= JITTER * median).count();
    return regular >= MOST * gaps.length
        ? Optional.of(new Periodicity(what, median / 1e9, starts.size()))
        : Optional.empty();
  }
}

package io.stallmark.analysis.counters;

import io.stallmark.result.StallFindings.CounterChange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Readings of the server's counters in the last two minutes. Times are those of {@link
 * System#nanoTime}. Thread-safe.
 */
final class CounterHistory {

  private static final int READINGS = 120;

  /** Number of readings before a time that define the usual rate. */
  private static final int USUAL = 60;

  /** Minimum number of steps between earlier readings; with fewer, no rate is called unusual. */
  private static final int ENOUGH = 3;

  /** Minimum ratio to the highest usual rate. */
  private static final double FASTER = 2;

  /** Maximum number of counters that are listed, for readability. */
  private static final int NAMED = 8;

  private final Deque<Reading> readings = new ArrayDeque<>();

  private record Reading(long at, Map<String, Long> values) {

    double rate(String name, Reading later) {
      Long from = values.get(name);
      Long to = later.values.get(name);
      return from == null || to == null ? 0 : (to - from) * 1e9 / Math.max(1, later.at - at);
    }
  }

  synchronized void add(long at, Map<String, Long> values) {
    readings.add(new Reading(at, Map.copyOf(values)));
    if (readings.size() > READINGS) {
      readings.remove();
    }
  }

  /** Whether there is a reading at this time or later. */
  synchronized boolean reaches(long moment) {
    return !readings.isEmpty() && readings.getLast().at() - moment >= 0;
  }

  /**
   * Returns the counters that changed at least twice as fast in this period as in any second of the
   * minute before, the most unusual first.
   */
  synchronized List<CounterChange> moved(long from, long until) {
    List<Reading> before = readings.stream().filter(r -> r.at() - from <= 0).toList();
    Reading after = readings.stream().filter(r -> r.at() - until >= 0).findFirst().orElse(null);
    if (before.size() <= ENOUGH || after == null) {
      return List.of();
    }
    List<Reading> usual = before.subList(Math.max(0, before.size() - USUAL), before.size());
    Reading last = usual.get(usual.size() - 1);
    List<CounterChange> moves = new ArrayList<>();
    for (Map.Entry<String, Long> value : after.values().entrySet()) {
      String name = value.getKey();
      double rate = last.rate(name, after);
      double fastest = fastest(name, usual);
      if (rate > 0 && rate >= FASTER * fastest) {
        long change = value.getValue() - last.values().getOrDefault(name, 0L);
        moves.add(new CounterChange(name, change, rate, fastest));
      }
    }
    moves.sort(
        Comparator.comparingDouble((CounterChange m) -> m.usualPerSecond() / m.perSecond())
            .thenComparing(CounterChange::name));
    return List.copyOf(moves.subList(0, Math.min(NAMED, moves.size())));
  }

  private static double fastest(String name, List<Reading> usual) {
    double fastest = 0;
    for (int i = 1; i < usual.size(); i++) {
      fastest = Math.max(fastest, usual.get(i - 1).rate(name, usual.get(i)));
    }
    return fastest;
  }
}

package io.stallmark.analysis.counters;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A server's counters in a replayed run, as many as MySQL has, read once a second of its time. */
public final class ReplayedCounters implements Moves {

  private static final List<String> NAMES =
      IntStream.range(0, 500).mapToObj(i -> "Counter_of_the_server_" + i).toList();
  private static final int BURST = 20; // seconds

  private final CounterHistory history = new CounterHistory();
  private long readings;

  /** A reading. */
  public void read(long at) {
    readings++;
    Map<String, Long> values = new HashMap<>();
    for (int i = 0; i < NAMES.size(); i++) {
      values.put(NAMES.get(i), readings * i + readings / BURST * i % 7 * 1000);
    }
    history.add(at, values);
  }

  @Override
  public List<CounterMove> moved(long from, long until) {
    return history.moved(from, until);
  }

  @Override
  public boolean knows(long moment) {
    return history.reaches(moment);
  }
}

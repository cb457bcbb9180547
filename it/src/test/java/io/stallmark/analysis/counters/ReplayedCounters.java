package io.stallmark.analysis.counters;

import io.stallmark.result.StallFindings.CounterChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A real server's counters, recorded once a second, again and again in a replayed run. */
public final class ReplayedCounters implements CounterMoves {

  private final CounterHistory history = new CounterHistory();
  private final List<Map<String, Long>> recorded = new ArrayList<>();
  private long readings;

  /**
   * Reads a recording.
   *
   * @param file a line a second, of {@code name=number} parted by semicolons
   */
  public ReplayedCounters(Path file) throws IOException {
    for (String line : Files.readAllLines(file)) {
      Map<String, Long> values = new HashMap<>();
      for (String pair : line.split(";")) {
        int at = pair.lastIndexOf('=');
        values.put(pair.substring(0, at), Long.valueOf(pair.substring(at + 1)));
      }
      recorded.add(values);
    }
    if (recorded.size() < 10 || recorded.get(0).size() < 10) {
      throw new IllegalStateException(file + " is no recording of a server's counters");
    }
  }

  /** A reading; what grew during the recording goes on from there when it is over. */
  public void read(long at) {
    int last = recorded.size() - 1;
    long times = readings / last;
    Map<String, Long> values = new HashMap<>();
    recorded
        .get((int) (readings % last))
        .forEach(
            (name, value) -> {
              long grown = recorded.get(last).get(name) - recorded.get(0).get(name);
              values.put(name, value + times * grown);
            });
    history.add(at, values);
    readings++;
  }

  @Override
  public List<CounterChange> moved(long from, long until) {
    return history.moved(from, until);
  }

  @Override
  public boolean knows(long moment) {
    return history.reaches(moment);
  }
}

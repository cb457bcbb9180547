package io.stallmark.analysis.counters;

import io.stallmark.spi.server.ServerFigure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Figures of the server between two readings of its counters.
 *
 * @param startSeconds start, since the measurement started
 * @param figures values by the id of the figure; those that the server does not have are absent
 */
public record CounterRow(double startSeconds, double endSeconds, Map<String, Double> figures) {

  private static final double SECOND = 1e9;

  /** Counters at a time of {@link System#nanoTime}. */
  record Reading(long at, Map<String, Long> values) {}

  static CounterRow of(List<ServerFigure> figures, Reading before, Reading after, long origin) {
    double seconds = Math.max(1, after.at - before.at) / SECOND;
    Map<String, Double> values = new HashMap<>();
    for (ServerFigure figure : figures) {
      Double value = figure.between(before.values, after.values, seconds);
      if (value != null) {
        values.putIfAbsent(figure.id(), value);
      }
    }
    return new CounterRow(
        (before.at - origin) / SECOND, (after.at - origin) / SECOND, Map.copyOf(values));
  }
}

package io.stallmark.spi.server;

import io.stallmark.text.TextResource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Figure of the server over time that the page of a run draws, from the counters that the binding
 * reads. Its value is the sum of some counters, less that of others.
 *
 * @param id name of its column in {@code counters.csv}, with the unit: {@code log_written_mb_per_s}
 * @param chart title of its chart, which figures may share
 * @param series name of its line in a shared chart; may be empty
 * @param unit unit for readers; a figure per second, {@code …/s}, is a rate of cumulative counters,
 *     any other is a current state; if it begins with {@code MB}, the counters are in bytes
 */
public record ServerFigure(
    String id, String chart, String series, String unit, List<String> plus, List<String> minus) {

  private static final String RESOURCE = "figures.txt";

  private static final double MB = 1e6;

  public ServerFigure {
    plus = List.copyOf(plus);
    minus = List.copyOf(minus);
  }

  /**
   * Reads the resource {@code figures.txt}, with lines {@code id | chart | series | unit |
   * counters}. Counters are separated by {@code " + "} and {@code " - "}. Of several lines with the
   * same id the first applies whose counters are known. Empty lines and lines that begin with # are
   * ignored. Without the resource the list is empty.
   *
   * @param owner class in whose package the resource is
   */
  public static List<ServerFigure> of(Class<?> owner) {
    return owner.getResource(RESOURCE) == null
        ? List.of()
        : TextResource.whole(owner, RESOURCE)
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(ServerFigure::parse)
            .toList();
  }

  private static ServerFigure parse(String line) {
    String[] parts = line.split("\\s*\\|\\s*", 5);
    String[] terms = parts[4].strip().split(" - ");
    return new ServerFigure(
        parts[0],
        parts[1],
        parts[2],
        parts[3],
        List.of(terms[0].split(" \\+ ")),
        List.of(terms).subList(1, terms.length));
  }

  /** Returns the names of the counters. */
  public Stream<String> counters() {
    return Stream.concat(plus.stream(), minus.stream());
  }

  /**
   * Returns the value between two readings: the rate, or the state at the later one.
   *
   * @param seconds time between the readings
   * @return null: a counter is unknown, or the server has restarted
   */
  public @Nullable Double between(
      Map<String, Long> before, Map<String, Long> after, double seconds) {
    if (!counters().allMatch(after::containsKey)) {
      return null;
    }
    double value = sum(after);
    if (unit.endsWith("/s")) {
      value = (value - (counters().allMatch(before::containsKey) ? sum(before) : value)) / seconds;
      if (value < 0) {
        return null;
      }
    }
    return unit.startsWith("MB") ? value / MB : value;
  }

  private double sum(Map<String, Long> values) {
    return plus.stream().mapToLong(values::get).sum() - minus.stream().mapToLong(values::get).sum();
  }
}

package io.stallmark.spi.workload;

import java.util.List;
import java.util.Map;

/**
 * What the clients of one machine did in a run, as far as the checks after the run depend on it.
 *
 * @param numbers counts and greatest ids by name
 * @param sentences what the clients found
 */
public record Tally(Map<String, Long> numbers, List<String> sentences) {

  public static final Tally NONE = new Tally(Map.of(), List.of());

  public Tally {
    numbers = Map.copyOf(numbers);
    sentences = List.copyOf(sentences);
  }

  public static Tally of(Map<String, Long> numbers) {
    return new Tally(numbers, List.of());
  }

  public static Tally of(List<String> sentences) {
    return new Tally(Map.of(), sentences);
  }

  /** Returns a number; 0 if there is none of this name. */
  public long number(String name) {
    return numbers.getOrDefault(name, 0L);
  }
}

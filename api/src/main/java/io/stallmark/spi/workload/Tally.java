package io.stallmark.spi.workload;

import java.util.List;
import java.util.Map;

/**
 * What the clients of one machine did in a run, as far as the checks after the run depend on it.
 *
 * @param numbers counts and greatest ids by name
 * @param sentences what the clients found
 * @param results results in a form that only the scenario knows; empty: there are none
 */
public record Tally(Map<String, Long> numbers, List<String> sentences, byte[] results) {

  private static final byte[] NO_RESULTS = new byte[0];

  public static final Tally NONE = new Tally(Map.of(), List.of(), NO_RESULTS);

  public Tally {
    numbers = Map.copyOf(numbers);
    sentences = List.copyOf(sentences);
  }

  public static Tally of(Map<String, Long> numbers) {
    return new Tally(numbers, List.of(), NO_RESULTS);
  }

  public static Tally of(List<String> sentences) {
    return new Tally(Map.of(), sentences, NO_RESULTS);
  }

  public static Tally of(byte[] results) {
    return new Tally(Map.of(), List.of(), results);
  }

  /** Returns a number; 0 if there is none of this name. */
  public long number(String name) {
    return numbers.getOrDefault(name, 0L);
  }
}

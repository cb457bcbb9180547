package io.stallmark.plan;

import java.util.Map;

/**
 * A part of the measurement with a load of its own.
 *
 * @param name unique in the run
 * @param start nanoseconds since the measurement started
 * @param length nanoseconds
 * @param threads clients that work; the others of the run stand aside
 * @param settings of the workload where they are others than the run's
 */
public record Phase(
    String name,
    long start,
    long length,
    int threads,
    Pacing pacing,
    Map<String, String> settings) {

  /** One with the settings of the run. */
  public Phase(String name, long start, long length, int threads, Pacing pacing) {
    this(name, start, length, threads, pacing, Map.of());
  }

  public long end() {
    return start + length;
  }
}

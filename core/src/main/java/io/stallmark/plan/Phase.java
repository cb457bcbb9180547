package io.stallmark.plan;

/**
 * A part of the measurement with a load of its own.
 *
 * @param name unique in the run
 * @param start nanoseconds since the measurement started
 * @param length nanoseconds
 * @param threads clients that work; the others of the run stand aside
 */
public record Phase(String name, long start, long length, int threads, Pacing pacing) {

  public long end() {
    return start + length;
  }
}

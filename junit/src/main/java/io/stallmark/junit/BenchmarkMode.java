package io.stallmark.junit;

/** How two sides that are compared share the time. */
public enum BenchmarkMode {

  /**
   * As the command {@code duet} does it: sides take turns if they have statements, or a closed loop
   * and a server on this machine. All others run together.
   */
  AUTOMATIC,

  /** At the same time, with half of the threads each. */
  TOGETHER,

  /** In turns, with all threads each. */
  ALTERNATING
}

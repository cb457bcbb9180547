package io.stallmark.analysis.stall;

import io.stallmark.analysis.counters.CounterMove;
import java.util.List;

/**
 * Period in which work was waiting and almost no progress was made. Times are in nanoseconds.
 *
 * @param role the role that stalled
 * @param start end of the last transaction before it, or intended start of the first delayed one;
 *     since the start of the measurement
 * @param length time to the first transaction after it, or to the end of the run
 * @param lowest progress per second in its slowest slot
 * @param usual progress per second in the median slot before it
 * @param delayed number of transactions that were due and waited in it
 * @param longest longest response time of those transactions
 * @param kinds operations that it delayed by half of its length or more, the longest first
 * @param generatorHeld how long the load generator was not scheduled
 * @param counters counters of the server that moved more than usual
 */
public record Stall(
    StalledRole role,
    long start,
    long length,
    double lowest,
    double usual,
    long delayed,
    long longest,
    List<String> kinds,
    long generatorHeld,
    List<CounterMove> counters) {

  public Stall {
    kinds = List.copyOf(kinds);
    counters = List.copyOf(counters);
  }

  public long end() {
    return start + length;
  }

  /**
   * Whether the load generator was not scheduled for at least half of the stall. Such a stall says
   * nothing about the server.
   */
  public boolean generators() {
    return 2 * generatorHeld >= length;
  }

  Stall with(List<CounterMove> moves) {
    return new Stall(
        role, start, length, lowest, usual, delayed, longest, kinds, generatorHeld, moves);
  }
}

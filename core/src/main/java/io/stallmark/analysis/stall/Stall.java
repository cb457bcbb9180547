package io.stallmark.analysis.stall;

import io.stallmark.analysis.counters.CounterMove;
import java.util.List;

/**
 * A time in which work was waiting and next to nothing was done.
 *
 * @param role the one that stalled
 * @param start when the last transaction before it ended, or the first one delayed was due
 * @param length to the first transaction after it, or to the end of the run
 * @param lowest progress per second in its slowest slot
 * @param usual progress per second in the median slot before it
 * @param delayed transactions that were due and waited in it
 * @param longest the longest response time among them
 * @param kinds the operations that were held for half of it or more, the longest first
 * @param generatorHeld how long the generator itself did not get to run
 * @param counters of the server, which moved more than usual
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

  /** Whether the generator did not run for half of it: then it says nothing about the server. */
  public boolean generators() {
    return 2 * generatorHeld >= length;
  }

  Stall with(List<CounterMove> moves) {
    return new Stall(
        role, start, length, lowest, usual, delayed, longest, kinds, generatorHeld, moves);
  }
}

package io.stallmark.analysis.counters;

import java.util.List;

/** What is known of a server's counters. Times are those of {@link System#nanoTime}. */
public interface CounterMoves {

  /** What moved unusually between two moments; the most unusual first. */
  List<CounterMove> moved(long from, long until);

  /** Whether all is known that will be known of the time before a moment. */
  boolean knows(long moment);
}

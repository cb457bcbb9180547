package io.stallmark.analysis.counters;

import io.stallmark.result.StallFindings.CounterChange;
import java.util.List;

/** Unusual changes of a server's counters. Times are those of {@link System#nanoTime}. */
public interface CounterMoves {

  /** No counters. */
  CounterMoves NONE =
      new CounterMoves() {
        @Override
        public List<CounterChange> moved(long from, long until) {
          return List.of();
        }

        @Override
        public boolean knows(long moment) {
          return true;
        }
      };

  /**
   * Returns the counters that changed faster than usual between two times, the most unusual first.
   */
  List<CounterChange> moved(long from, long until);

  /** Whether all readings up to this time are complete, or none will follow. */
  boolean knows(long moment);
}

package io.stallmark.record;

import java.io.IOException;

/** Receives every interval, in order, on the collector's thread. */
public interface IntervalListener {
  void interval(Interval interval) throws IOException;

  /** Called when the measurement has started, after the warm-up if there is one. */
  default void begun() {}
}

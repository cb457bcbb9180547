package io.stallmark.record;

import java.io.IOException;

/** Told of every interval, in order, on the collector's thread. */
public interface IntervalListener {
  void interval(Interval interval) throws IOException;

  /** The measurement has started just now; a warm-up was before it. */
  default void begun() {}
}

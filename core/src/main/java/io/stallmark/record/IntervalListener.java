package io.stallmark.record;

import java.io.IOException;

/** Receives every interval, in order, on the collector's thread. */
public interface IntervalListener {
  void interval(Interval interval) throws IOException;

  /**
   * Receives an interval of the warm-up, which no result may contain. An implementation does with
   * it what it does with those of the measurement, into objects that it throws away, so that the
   * JIT compiles that before the measurement.
   */
  default void rehearsed(Interval interval) throws IOException {}

  /** Called when the measurement has started, after the warm-up if there is one. */
  default void begun() {}
}

package io.stallmark.record;

import java.io.IOException;

/** Told of every interval, in order, on the collector's thread. */
public interface IntervalListener {
  void interval(Interval interval) throws IOException;
}

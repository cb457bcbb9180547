package io.stallmark.analysis.duet;

import io.stallmark.analysis.duet.DuetSeconds.Side;
import io.stallmark.record.Interval;
import io.stallmark.record.Kind;
import java.util.List;

/** Pairs of what both sides of a duet did in equal times. Thread-safe. */
public interface IntervalPairs {

  /**
   * Adds the next interval of a side. One that is shorter than the others, or in which the load
   * ends, is left out.
   *
   * @param kinds kinds of operation of the interval
   * @param length length of a whole interval, nanoseconds
   */
  void add(Side side, Interval interval, List<Kind> kinds, long length);

  /**
   * Adds a stall of a side.
   *
   * @param start seconds since the start of the measurement
   * @param end seconds since the start of the measurement
   */
  void stalled(Side side, double start, double end);

  /** Whether the interval of the throughput is narrow enough. */
  boolean reaches(WidthRule rule);

  /** Returns the pairs so far. */
  DuetSeconds seconds();
}

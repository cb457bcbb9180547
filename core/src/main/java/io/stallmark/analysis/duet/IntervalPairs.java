package io.stallmark.analysis.duet;

import io.stallmark.analysis.duet.DuetSeconds.Side;
import io.stallmark.record.Interval;
import io.stallmark.record.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pairs of what both sides of a duet did in equal times. Thread-safe. */
public abstract class IntervalPairs {

  /**
   * Adds the next interval of a side. One that is shorter than the others, or in which the load
   * ends, is left out.
   *
   * @param kinds kinds of operation of the interval
   * @param length length of a whole interval, nanoseconds
   */
  public final synchronized void add(Side side, Interval interval, List<Kind> kinds, long length) {
    @Nullable SidePart part = SidePart.of(interval, kinds, length);
    if (part != null) {
      add(side, part);
    }
  }

  /** Adds the next part of a side; the parts of both have the same bounds. */
  abstract void add(Side side, SidePart part);

  /**
   * Adds a stall of a side.
   *
   * @param start seconds since the start of the measurement
   * @param end seconds since the start of the measurement
   */
  public abstract void stalled(Side side, double start, double end);

  /** Whether the interval of the throughput is narrow enough. */
  public abstract boolean reaches(WidthRule rule);

  /** Returns the pairs so far. */
  public abstract DuetSeconds seconds();
}

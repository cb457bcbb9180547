package io.stallmark.plan;

import io.stallmark.plan.RateSchedule.Segment;
import java.util.ArrayList;
import java.util.List;

/**
 * Integral of {@link RateSchedule} over time, and its inverse: the time of an arrival. Both are in
 * closed form, so that no arrival is lost to numerical steps. Does not allocate after construction.
 * Not thread-safe.
 */
public final class RateCurve {

  private static final double SECOND = 1e9;

  private final int last;
  private final double[] starts; // of each segment, nanoseconds
  private final double[] before; // arrivals before each segment
  private final double[] gaps; // nanoseconds between arrivals at a segment's first rate
  private final double[] slopes; // of the rate, arrivals per nanosecond squared
  private int at; // segment of the last result of moment()

  /**
   * @param warmup length of the warm-up before the measurement, nanoseconds; it runs at the first
   *     rate
   */
  public RateCurve(RateSchedule rates, long warmup) {
    List<Segment> all = new ArrayList<>();
    if (warmup > 0 && !rates.isConstant()) {
      all.add(new Segment(warmup, rates.first(), rates.first()));
    }
    all.addAll(rates.segments());
    last = all.size();
    starts = new double[last + 1];
    before = new double[last + 1];
    gaps = new double[last + 1];
    slopes = new double[last + 1];
    for (int i = 0; i < last; i++) {
      Segment segment = all.get(i);
      starts[i + 1] = starts[i] + segment.length();
      before[i + 1] = before[i] + segment.arrivals();
      gaps[i] = SECOND / segment.from();
      slopes[i] = (segment.to() - segment.from()) / SECOND / segment.length();
    }
    gaps[last] = SECOND / rates.afterwards();
  }

  /**
   * Returns the time of an arrival, nanoseconds since the start of the run, warm-up included;
   * infinite when the schedule never reaches it. The argument must not decrease from call to call.
   *
   * @param arrivals number of earlier arrivals
   */
  public double moment(double arrivals) {
    while (at < last && arrivals >= before[at + 1]) {
      at++;
    }
    double more = arrivals - before[at];
    double slope = slopes[at];
    if (slope == 0) {
      return Double.isInfinite(gaps[at]) ? gaps[at] : starts[at] + more * gaps[at];
    }
    double rate = 1 / gaps[at];
    double root = Math.sqrt(Math.max(0, rate * rate + 2 * slope * more));
    return more <= 0 ? starts[at] : starts[at] + 2 * more / (rate + root); // no cancellation
  }

  /**
   * Expected number of arrivals in the first {@code nanos} nanoseconds of the run, warm-up
   * included.
   */
  public double before(double nanos) {
    int i = 0;
    while (i < last && nanos >= starts[i + 1]) {
      i++;
    }
    double since = nanos - starts[i];
    return before[i] + since / gaps[i] + slopes[i] * since * since / 2;
  }
}

package io.stallmark.engine.arrival;

import io.stallmark.data.Rng;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RateCurve;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;

/**
 * Schedule of the arrivals of an open loop on one machine. It depends only on the plan and on the
 * machine's share: two schedules of one plan are equal, and those of all shares make up that of the
 * whole plan. Not thread-safe.
 */
final class ArrivalSchedule {

  /** Random stream of the first role's arrivals; no client uses it. */
  private static final long STREAM = -1;

  private static final double SECOND = 1e9;

  private final long begin;
  private final Share share;
  private final RateCurve curve;
  private final boolean poisson;
  private final boolean bursts;
  private final Rng rng;
  private double due; // expected arrivals before the next one; only for Poisson arrivals
  private long index; // number of this machine's arrivals before the next one

  /**
   * @param share arrivals that are part of this schedule
   * @param role the role's index; roles have independent arrivals
   * @param begin start of the run, warm-up included, nanoseconds on the run's clock
   */
  ArrivalSchedule(RunPlan plan, Share share, int role, Pacing.OpenLoop pacing, long begin) {
    this.begin = begin;
    this.share = share;
    curve = new RateCurve(pacing.rates(), plan.warmup());
    poisson = pacing.distribution() == Pacing.Distribution.POISSON;
    bursts = pacing.distribution() == Pacing.Distribution.BURST;
    rng = Rng.of(plan.requestSeed(), STREAM - role);
    due = poisson ? gaps(share.index() + 1) : 0;
  }

  /**
   * Returns the time of the next arrival, nanoseconds on the run's clock; {@link Long#MAX_VALUE}:
   * there is none.
   */
  long next() {
    double offset = curve.moment(poisson ? due : share.number(index));
    if (share.index() >= share.count() || Double.isInfinite(offset)) {
      return Long.MAX_VALUE;
    }
    return begin + (long) (bursts ? Math.floor(offset / SECOND) * SECOND : offset);
  }

  void advance() {
    index++;
    if (poisson) {
      due += gaps(share.count());
    }
  }

  /** Draws the sum of exponential gaps at unit rate: those up to this machine's next arrival. */
  private double gaps(int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum -= Math.log(1 - rng.nextDouble());
    }
    return sum;
  }

  /** Number of this machine's arrivals before the next one, since the start of the run. */
  long index() {
    return index;
  }

  /** Advances to the first arrival at or after {@code moment}. Returns its {@link #index}. */
  long passTo(long moment) {
    if (!poisson) {
      long arrived = (long) curve.before((double) (moment - begin));
      index = Math.max(index, share.of(Math.max(0, arrived)) - 1); // a lower bound
    }
    while (next() < moment) {
      advance();
    }
    return index;
  }
}

package io.stallmark.engine.arrival;

import io.stallmark.data.Rng;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RateCurve;
import io.stallmark.plan.RunPlan;

/**
 * Schedule of the arrivals of an open loop. It depends only on the plan: two schedules of one plan
 * are equal. Not thread-safe.
 */
final class ArrivalSchedule {

  /** Random stream of the first role's arrivals; no client uses it. */
  private static final long STREAM = -1;

  private static final double SECOND = 1e9;

  private final long begin;
  private final RateCurve curve;
  private final boolean poisson;
  private final boolean bursts;
  private final Rng rng;
  private double due; // expected arrivals before the next one; only for Poisson arrivals
  private long index; // number of arrivals before the next one

  /**
   * @param role the role's index; roles have independent arrivals
   * @param begin start of the run, warm-up included, nanoseconds on the run's clock
   */
  ArrivalSchedule(RunPlan plan, int role, Pacing.OpenLoop pacing, long begin) {
    this.begin = begin;
    curve = new RateCurve(pacing.rates(), plan.warmup());
    poisson = pacing.distribution() == Pacing.Distribution.POISSON;
    bursts = pacing.distribution() == Pacing.Distribution.BURST;
    rng = Rng.of(plan.requestSeed(), STREAM - role);
    due = poisson ? gap() : 0;
  }

  /**
   * Returns the time of the next arrival, nanoseconds on the run's clock; {@link Long#MAX_VALUE}:
   * there is none.
   */
  long next() {
    double offset = curve.moment(poisson ? due : index);
    if (Double.isInfinite(offset)) {
      return Long.MAX_VALUE;
    }
    return begin + (long) (bursts ? Math.floor(offset / SECOND) * SECOND : offset);
  }

  void advance() {
    index++;
    if (poisson) {
      due += gap();
    }
  }

  /** Draws an exponential gap at unit rate. */
  private double gap() {
    return -Math.log(1 - rng.nextDouble());
  }

  /** Number of arrivals before the next one, since the start of the run. */
  long index() {
    return index;
  }

  /** Advances to the first arrival at or after {@code moment}. Returns its {@link #index}. */
  long passTo(long moment) {
    if (!poisson) {
      index = Math.max(index, (long) curve.before((double) (moment - begin)) - 1); // a lower bound
    }
    while (next() < moment) {
      advance();
    }
    return index;
  }
}

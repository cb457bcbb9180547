package io.stallmark.engine;

import io.stallmark.data.Rng;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RateCurve;
import io.stallmark.plan.RunPlan;

/**
 * The moments at which an open loop's transactions arrive, a function of the plan and of nothing
 * that happens: two schedules of one plan are the same. Not thread-safe.
 */
final class ArrivalSchedule {

  /** The first role's stream of chance, which no client uses. */
  private static final long STREAM = -1;

  private final long begin;
  private final RateCurve curve;
  private final boolean poisson;
  private final Rng rng;
  private double due; // expected arrivals before the next one; Poisson's only
  private long index; // arrivals before the next one

  /**
   * @param role its index; each has arrivals independent of those of others
   */
  ArrivalSchedule(RunPlan plan, int role, Pacing.OpenLoop pacing, long begin) {
    this.begin = begin;
    curve = new RateCurve(pacing.rates(), plan.warmup());
    poisson = pacing.law() == Pacing.Law.POISSON;
    rng = Rng.of(plan.requestSeed(), STREAM - role);
  }

  /** When the next one arrives; {@link Long#MAX_VALUE}: never. */
  long next() {
    double offset = curve.moment(poisson ? due : index);
    return Double.isInfinite(offset) ? Long.MAX_VALUE : begin + (long) offset;
  }

  void advance() {
    index++;
    if (poisson) {
      due -= Math.log(1 - rng.nextDouble()); // of unit rate, and stretched by the curve
    }
  }

  /** How many have gone by. */
  long index() {
    return index;
  }

  /** Goes on to the first arrival that is not before the moment. Returns how many were. */
  long passTo(long moment) {
    if (!poisson) {
      index =
          Math.max(index, (long) curve.before((double) (moment - begin)) - 1); // surely before it
    }
    while (next() < moment) {
      advance();
    }
    return index;
  }
}

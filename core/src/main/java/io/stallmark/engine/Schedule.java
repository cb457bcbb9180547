package io.stallmark.engine;

import io.stallmark.data.Rng;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RunPlan;

/**
 * The moments at which an open loop's transactions arrive, a function of the plan and of nothing
 * that happens: two schedules of one plan are the same. Not thread-safe.
 */
final class Schedule {

  private static final double SECOND = 1e9;

  /** A stream of chance that no client uses. */
  private static final long STREAM = -1;

  private final long begin;
  private final double gap;
  private final boolean poisson;
  private final Rng rng;
  private double offset; // nanoseconds from begin to the next arrival; Poisson's only
  private long index; // arrivals before the next one

  Schedule(RunPlan plan, Pacing.OpenLoop pacing, long begin) {
    this.begin = begin;
    gap = SECOND / pacing.perSecond();
    poisson = pacing.law() == Pacing.Law.POISSON;
    rng = Rng.of(plan.seed(), STREAM);
  }

  /** When the next one arrives. */
  long next() {
    return begin + (long) (poisson ? offset : index * gap);
  }

  void advance() {
    index++;
    if (poisson) {
      offset -= Math.log(1 - rng.nextDouble()) * gap;
    }
  }

  /** How many have gone by. */
  long index() {
    return index;
  }

  /** Goes on to the first arrival that is not before the moment. Returns how many were. */
  long passTo(long moment) {
    if (!poisson) {
      index = Math.max(index, (long) ((moment - begin) / gap) - 1); // surely before it
    }
    while (next() < moment) {
      advance();
    }
    return index;
  }
}

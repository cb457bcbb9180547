package io.stallmark.plan;

/** When transactions are meant to start. */
public sealed interface Pacing {

  /** Each client starts the next when the last has ended and it has thought. */
  record ClosedLoop(ThinkTime thinkTime) implements Pacing {

    /** As soon as the last has ended. */
    public ClosedLoop() {
      this(ThinkTime.NONE);
    }
  }

  /**
   * They arrive from outside, whether clients are free or not.
   *
   * @param rates of all clients together
   */
  record OpenLoop(RateSchedule rates, Law law) implements Pacing {

    public OpenLoop(double perSecond, Law law) {
      this(RateSchedule.constant(perSecond), law);
    }
  }

  /** How the gaps between arrivals are spread. */
  enum Law {
    CONSTANT,
    /** Exponential gaps, as from many independent users. */
    POISSON
  }
}

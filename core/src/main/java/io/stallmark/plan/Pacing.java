package io.stallmark.plan;

/** Rule that determines the intended starts of transactions. */
public sealed interface Pacing {

  /**
   * Each client starts the next transaction when the previous one has ended and the think time is
   * over.
   */
  record ClosedLoop(ThinkTime thinkTime) implements Pacing {

    /** Creates a closed loop without think time. */
    public ClosedLoop() {
      this(ThinkTime.NONE);
    }
  }

  /**
   * Transactions arrive on a schedule, whether clients are idle or not.
   *
   * @param rates arrival rate of all clients together
   * @param distribution distribution of the gaps between arrivals
   */
  record OpenLoop(RateSchedule rates, Distribution distribution) implements Pacing {

    public OpenLoop(double perSecond, Distribution distribution) {
      this(RateSchedule.constant(perSecond), distribution);
    }
  }

  /** Distribution of the gaps between arrivals. */
  enum Distribution {
    CONSTANT,
    /** Exponential gaps, as from many independent users. */
    POISSON
  }
}

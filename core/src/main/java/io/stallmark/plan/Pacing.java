package io.stallmark.plan;

/** Rule that determines the intended starts of transactions. */
public sealed interface Pacing {

  /** Returns an open loop with this constant rate; 0: a closed loop. */
  static Pacing of(double perSecond, Distribution distribution) {
    return perSecond == 0 ? new ClosedLoop() : new OpenLoop(perSecond, distribution);
  }

  /** Word for results and metrics: {@code closed}, {@code open}, {@code replay}. */
  String word();

  /**
   * Each client starts the next transaction when the previous one has ended and the think time is
   * over.
   */
  record ClosedLoop(ThinkTime thinkTime) implements Pacing {

    /** Creates a closed loop without think time. */
    public ClosedLoop() {
      this(ThinkTime.NONE);
    }

    @Override
    public String word() {
      return "closed";
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

    @Override
    public String word() {
      return "open";
    }
  }

  /** Each operation of a replay has its own due time. */
  record Replay() implements Pacing {

    @Override
    public String word() {
      return "replay";
    }
  }

  /** Distribution of the gaps between arrivals. */
  enum Distribution {
    CONSTANT,
    /** Exponential gaps, as from many independent users. */
    POISSON,
    /** All arrivals of a second at its start. */
    BURST
  }
}

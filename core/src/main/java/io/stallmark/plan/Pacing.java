package io.stallmark.plan;

/** When transactions are meant to start. */
public sealed interface Pacing {

  /** Each client starts the next as soon as the last has ended. */
  record ClosedLoop() implements Pacing {}

  /**
   * They arrive from outside, whether clients are free or not.
   *
   * @param perSecond of all clients together
   */
  record OpenLoop(double perSecond, Law law) implements Pacing {}

  /** How the gaps between arrivals are spread. */
  enum Law {
    CONSTANT,
    /** Exponential gaps, as from many independent users. */
    POISSON
  }
}

package io.stallmark.analysis.stall;

/**
 * Improbability of low progress and of long waits: the negative natural logarithm of their
 * probability.
 */
final class Improbability {

  /** Threshold: a probability of two in a thousand million. */
  static final double IMPROBABLE = 20;

  private Improbability() {}

  /**
   * Improbability of {@code seen} events or fewer when {@code expected} were expected. The events
   * are independent of each other, or come in clumps of the given size. Uses Chernoff's bound for
   * the Poisson distribution: the true improbability is not smaller.
   */
  static double ofFew(double seen, double expected, double clump) {
    if (seen >= expected) {
      return 0;
    }
    double logged = seen == 0 ? 0 : seen * Math.log(seen / expected);
    return (expected - seen + logged) / clump;
  }

  /**
   * Improbability of a transaction that takes {@code took} or longer when the longest of {@code
   * count} took {@code longest}. Assumes that the tail is exponential or lighter, and that one in
   * {@code count} takes as long as the longest.
   */
  static double ofLong(long took, long longest, long count) {
    return count <= 1 || longest <= 0 ? 0 : Math.log((double) count) * took / longest;
  }
}

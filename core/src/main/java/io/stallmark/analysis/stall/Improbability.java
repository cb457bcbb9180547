package io.stallmark.analysis.stall;

/** How surprising it is that nothing happens. Surprise is the negative logarithm of a chance. */
final class Improbability {

  /** What nobody meets: two in a thousand million. */
  static final double IMPROBABLE = 20;

  private Improbability() {}

  /**
   * Of so few events where so many were expected, if they come independently of each other, or in
   * clumps of the given size. Chernoff's bound for the Poisson distribution: the true surprise is
   * no smaller.
   */
  static double ofFew(double seen, double expected, double clump) {
    if (seen >= expected) {
      return 0;
    }
    double logged = seen == 0 ? 0 : seen * Math.log(seen / expected);
    return (expected - seen + logged) / clump;
  }

  /**
   * Of a transaction that takes so long where the longest of {@code count} took {@code longest}: if
   * the tail is exponential or lighter, and one in {@code count} takes as long as the longest.
   */
  static double ofLong(long took, long longest, long count) {
    return count <= 1 || longest <= 0 ? 0 : Math.log((double) count) * took / longest;
  }
}

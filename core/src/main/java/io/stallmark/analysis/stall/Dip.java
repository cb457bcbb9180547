package io.stallmark.analysis.stall;

/**
 * A time in which much less was done than usual, and more slowly.
 *
 * @param role the one whose rate fell
 * @param rate progress per second in it
 * @param lowest progress per second in its slowest slot
 * @param usual progress per second in the median slot before it
 * @param longest the longest response time of what ended in it
 * @param generatorHeld how long the generator itself did not get to run
 */
public record Dip(
    StalledRole role,
    long start,
    long length,
    double rate,
    double lowest,
    double usual,
    long longest,
    long generatorHeld) {

  public long end() {
    return start + length;
  }
}

package io.stallmark.analysis.stall;

/**
 * Period in which progress was much lower and transactions were slower than usual. Times are in
 * nanoseconds.
 *
 * @param role the role whose rate fell
 * @param start since the start of the measurement
 * @param rate progress per second in the dip
 * @param lowest progress per second in its slowest slot
 * @param usual progress per second in the median slot before it
 * @param longest longest response time of the transactions that ended in it
 * @param generatorHeld how long the load generator was not scheduled
 * @param generatorBound whether the generator was the bottleneck in an interval that overlaps it
 */
public record Dip(
    StalledRole role,
    long start,
    long length,
    double rate,
    double lowest,
    double usual,
    long longest,
    long generatorHeld,
    boolean generatorBound) {}

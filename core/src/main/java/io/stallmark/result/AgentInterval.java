package io.stallmark.result;

/**
 * Interval of one load machine of several.
 *
 * @param agent number of the machine, from 0
 * @param name its name
 * @param startSeconds start, since the start of the measurement, like {@code endSeconds}
 * @param transactions successful transactions
 * @param p99 response time at the 99th percentile, nanoseconds
 * @param late start of transactions after their intended start at the 99th percentile,
 *     milliseconds; NaN: not reported
 * @param cpu processors in use by the load generator, percent; NaN: not reported
 * @param skew change of the machine's clock against the coordinator's since the start, nanoseconds
 * @param bound why its generator was the bottleneck; empty: it was not
 */
public record AgentInterval(
    int agent,
    String name,
    double startSeconds,
    double endSeconds,
    long transactions,
    long p99,
    double late,
    double cpu,
    long skew,
    String bound) {

  public double transactionsPerSecond() {
    double length = endSeconds - startSeconds;
    return length > 0 ? transactions / length : 0;
  }
}

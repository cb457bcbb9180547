package io.stallmark.result;

/**
 * Transactions of one role in a run. Components are defined as in {@link RunSummary}.
 *
 * @param unit unit of the role's progress: {@code transactions} or {@code rows}
 * @param progressPerSecond progress per second in that unit; the first role's rate is the headline
 * @param rows rows that its statements read or wrote
 */
public record RoleSummary(
    String name,
    int threads,
    String unit,
    double progressPerSecond,
    long transactions,
    double transactionsPerSecond,
    long rows,
    double rowsPerSecond,
    long retries,
    long errors,
    long scheduled,
    long started,
    long neverStarted,
    long inFlight,
    LatencySummary serviceNanoseconds,
    LatencySummary responseNanoseconds) {}

package io.stallmark.result;

/**
 * Transactions of one role in a run; components as of {@link RunSummary}.
 *
 * @param unit of its progress: {@code transactions} or {@code rows}
 * @param progressPerSecond its rate in that unit; the first role's is the headline
 * @param rows that its statements read or wrote
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

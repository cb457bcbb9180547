package io.stallmark.result;

import org.jspecify.annotations.Nullable;

/**
 * Counts, rates and latencies of one phase of a run.
 *
 * @param generatorBoundPercent percentage of its judged time in which the generator was the
 *     bottleneck; null: not in an older file
 */
public record PhaseSummary(
    String name,
    double startSeconds,
    long elapsedNanoseconds,
    @Nullable Double generatorBoundPercent,
    long transactions,
    double transactionsPerSecond,
    long statements,
    double statementsPerSecond,
    long retries,
    long errors,
    LatencySummary serviceNanoseconds,
    LatencySummary responseNanoseconds) {}

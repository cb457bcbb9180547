package io.stallmark.result;

import org.jspecify.annotations.Nullable;

/**
 * What one phase of a run did.
 *
 * @param generatorBoundPercent share of its judged time in which the generator was the bottleneck;
 *     null: an older file, which does not say
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

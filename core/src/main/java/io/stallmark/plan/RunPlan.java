package io.stallmark.plan;

/**
 * How a workload is driven. Durations in nanoseconds.
 *
 * @param duration of the measurement; 0: until the events are used up
 * @param events transactions to run in the measurement; 0: as many as fit into the duration
 * @param warmup runs before the measurement and leaves no trace in the results
 * @param seed of every random choice
 * @param interval length of the reported intervals
 * @param allowedErrors the share of started transactions that may fail, 0 to 1
 * @param reconnect how long a client tries to get its connection back before the run ends
 */
public record RunPlan(
    int threads,
    long duration,
    long events,
    long warmup,
    Pacing pacing,
    long seed,
    long interval,
    double allowedErrors,
    long reconnect) {}

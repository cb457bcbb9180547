package io.stallmark.cluster.protocol;

/**
 * Starts the clients of an agent.
 *
 * @param begin begin of the run, warm-up included, on the agent's clock
 */
public record Start(long begin) {}

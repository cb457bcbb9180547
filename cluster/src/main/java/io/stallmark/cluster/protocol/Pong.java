package io.stallmark.cluster.protocol;

/**
 * Answer to a ping.
 *
 * @param number number of the ping
 * @param clock clock of the agent, nanoseconds; only differences have a meaning
 */
public record Pong(long number, long clock) {}

package io.stallmark.analysis.counters;

/**
 * Counter of the server that changed faster than usual.
 *
 * @param change difference between the readings around the period
 * @param perSecond rate of this change
 * @param usualPerSecond highest rate in the minute before
 */
public record CounterMove(String name, long change, double perSecond, double usualPerSecond) {}

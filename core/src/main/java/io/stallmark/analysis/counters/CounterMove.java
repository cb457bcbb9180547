package io.stallmark.analysis.counters;

/**
 * A counter of the server that moved more than usual.
 *
 * @param change how far, in the readings around the time in question
 * @param perSecond how fast that is
 * @param usualPerSecond the fastest it moved in the minute before
 */
public record CounterMove(String name, long change, double perSecond, double usualPerSecond) {}

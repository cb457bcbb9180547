package io.stallmark.analysis.stall;

import java.util.concurrent.TimeUnit;

/**
 * What counts as a stall.
 *
 * @param below the share of the usual rate that a stall stays under, 0 to 1
 * @param shortest the least length, nanoseconds
 */
public record StallRule(double below, long shortest) {

  public static final StallRule DEFAULT = new StallRule(0.1, TimeUnit.MILLISECONDS.toNanos(200));
}

package io.stallmark.analysis.stall;

import io.stallmark.record.ProgressSlot;
import java.util.concurrent.TimeUnit;

/**
 * What counts as a stall.
 *
 * @param below the share of the usual rate that a stall stays under, 0 to 1
 * @param shortest the least length, nanoseconds
 */
public record StallRule(double below, long shortest) {

  /** So much of a run goes by before anything in it is called unusual, nanoseconds. */
  public static final long LEARNING = 30 * ProgressSlot.LENGTH;

  public static final StallRule DEFAULT = new StallRule(0.1, TimeUnit.MILLISECONDS.toNanos(200));
}

package io.stallmark.analysis.stall;

import io.stallmark.record.ProgressSlot;
import java.util.concurrent.TimeUnit;

/**
 * Definition of a stall.
 *
 * @param below share of the usual rate that a stall stays under, 0 to 1
 * @param shortest least length, nanoseconds
 */
public record StallRule(double below, long shortest) {

  /** Length of the beginning of a run in which nothing is reported as unusual, nanoseconds. */
  public static final long LEARNING = 30 * ProgressSlot.LENGTH;

  public static final StallRule DEFAULT = new StallRule(0.1, TimeUnit.MILLISECONDS.toNanos(200));
}

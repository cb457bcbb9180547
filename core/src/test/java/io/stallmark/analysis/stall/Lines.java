package io.stallmark.analysis.stall;

import io.stallmark.record.ProgressSlot;
import java.util.List;

/** Rates as a test gives them. */
public final class Lines {

  private Lines() {}

  /** A run of so many completions slot by slot, with a stall in the empty ones. */
  public static RateLine of(long... completions) {
    RateLine line = new RateLine();
    for (int i = 0; i < completions.length; i++) {
      long at = i * ProgressSlot.LENGTH;
      line.add(
          new ProgressSlot(
              at,
              completions[i],
              completions[i],
              at,
              at,
              0,
              0,
              ProgressSlot.NONE,
              ProgressSlot.NONE,
              0,
              0,
              List.of()));
      if (completions[i] == 0) {
        line.mark(new Stall(StalledRole.ONLY, at, ProgressSlot.LENGTH, 0, 9, 1, 1, List.of(), 0));
      }
    }
    return line;
  }
}

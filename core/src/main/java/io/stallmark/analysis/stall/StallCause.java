package io.stallmark.analysis.stall;

import java.util.Locale;

/** Who caused a stall, as far as the load generator can tell. */
public enum StallCause {
  /** Nothing points to another cause. */
  SERVER,
  /** The generator was not scheduled for at least half of the stall, or had used up its quota. */
  GENERATOR,
  /** Other processes, or the host of the virtual machine, used the machine's processors. */
  OTHERS;

  /** Returns the name in files. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}

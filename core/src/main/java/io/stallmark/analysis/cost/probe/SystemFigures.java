package io.stallmark.analysis.cost.probe;

import oshi.SystemInfo;
import oshi.util.GlobalConfig;

/** Figures of this machine by OSHI. */
public final class SystemFigures {

  /**
   * Milliseconds for which OSHI keeps a figure. Its default, 300, is longer than short intervals:
   * they would have figures of the machine that are older than those of the processes.
   */
  private static final int AGE = 20;

  private SystemFigures() {}

  /** Returns OSHI's entry point. All of the program must use this, because the age is global. */
  public static SystemInfo open() {
    GlobalConfig.set(GlobalConfig.OSHI_UTIL_MEMOIZER_EXPIRATION, AGE);
    return new SystemInfo();
  }
}

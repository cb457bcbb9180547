package io.stallmark.spi.workload;

/** Unit of a role's progress and of its rates. */
public enum ProgressUnit {
  /** Successful transactions; each counts when it ends. */
  TRANSACTIONS("transactions"),
  /**
   * Rows: those of a read count as they arrive, those of a write when its statement ends. For roles
   * whose operations take seconds, so that one long operation is not a stall.
   */
  ROWS("rows");

  private final String word;

  ProgressUnit(String word) {
    this.word = word;
  }

  /** Plural of the unit's name, in lower case. */
  public String word() {
    return word;
  }
}

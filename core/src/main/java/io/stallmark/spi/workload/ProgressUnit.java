package io.stallmark.spi.workload;

/** The unit in which a role's progress and its rates are counted. */
public enum ProgressUnit {
  /** Transactions that succeeded, each counted when it ends. */
  TRANSACTIONS("transactions"),
  /**
   * Rows: those of a read as they arrive, those of a write when its statement ends. For roles whose
   * operations take seconds, so that one long operation is not a stall.
   */
  ROWS("rows");

  private final String word;

  ProgressUnit(String word) {
    this.word = word;
  }

  /** Its plural, in lower case. */
  public String word() {
    return word;
  }
}

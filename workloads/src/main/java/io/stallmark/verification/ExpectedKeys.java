package io.stallmark.verification;

/**
 * Compares row keys in ascending order with a range of consecutive numbers. Each number must occur
 * exactly once. Not thread-safe.
 */
public final class ExpectedKeys {

  /** Receives ranges of missing keys. */
  public interface Gap {

    /** Reports that no row has the keys from first to last, both inclusive. */
    void missing(long first, long last);
  }

  private final Gap gap;
  private long next;
  private long last;

  public ExpectedKeys(Gap gap) {
    this.gap = gap;
  }

  /** Sets the range of expected keys, both ends inclusive. */
  public void expect(long first, long lastOfAll) {
    next = first;
    last = lastOfAll;
  }

  /**
   * Processes the key of the next row. The key may be outside the expected range.
   *
   * @return false if the key is not greater than that of an earlier row, or is before the first
   *     expected key
   */
  public boolean at(long key) {
    long missing = Math.min(key - 1, last);
    if (missing >= next) {
      gap.missing(next, missing);
    }
    boolean ascends = key >= next;
    next = ascends ? key + 1 : next;
    return ascends;
  }

  /** Reports the expected keys after the last row as missing. */
  public void end() {
    at(last + 1);
  }
}

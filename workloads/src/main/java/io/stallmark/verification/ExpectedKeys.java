package io.stallmark.verification;

/**
 * Compares the keys of rows, in ascending order, with consecutive numbers of which each must be
 * there once. Not thread-safe.
 */
public final class ExpectedKeys {

  /** Receives keys that no row has. */
  public interface Gap {

    /** The keys from first to last, both included. */
    void missing(long first, long last);
  }

  private final Gap gap;
  private long next;
  private long last;

  public ExpectedKeys(Gap gap) {
    this.gap = gap;
  }

  /** From now on the numbers from first to last are expected, both included. */
  public void expect(long first, long lastOfAll) {
    next = first;
    last = lastOfAll;
  }

  /**
   * Notes a row's key; it need not be among the expected ones.
   *
   * @return false: the key is one of an earlier row, or before the first expected one
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

  /** Notes that no row follows. */
  public void end() {
    at(last + 1);
  }
}

package io.stallmark.verification;

/** Number of rows that break a rule, and the lowest key among them. Not thread-safe. */
public final class ViolationCount {

  private long count;
  private long lowestKey = Long.MAX_VALUE;

  public void add(long key) {
    add(1, key);
  }

  /**
   * @param rows number of rows that break the rule; 0 changes nothing
   * @param key lowest key of these rows
   */
  public void add(long rows, long key) {
    if (rows > 0) {
      count += rows;
      lowestKey = Math.min(lowestKey, key);
    }
  }

  public void add(ViolationCount other) {
    add(other.count, other.lowestKey);
  }

  public long count() {
    return count;
  }

  public long lowestKey() {
    return lowestKey;
  }
}

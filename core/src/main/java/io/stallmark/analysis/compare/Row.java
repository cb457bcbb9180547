package io.stallmark.analysis.compare;

/**
 * One figure of both.
 *
 * @param id its name for machines, with its unit: {@code transaction.response.p99_ms}
 * @param group whose it is: {@code transaction}, {@code point_select}, {@code stalls}, {@code cost}
 * @param name for readers, with its unit
 * @param a in the unit of the name; of repeated runs their geometric mean, exp of the mean of
 *     logarithms; the arithmetic one of the share of the time and the longest of stalls, which may
 *     be 0; of stalls a minute and the generator-bound time that of all of them together
 * @param b of the second one
 * @param share whether the difference is a share of the first; else in the unit of the name
 * @param unjudged why there is no interval, in a few words; empty: there is one
 */
public record Row(
    String id,
    String group,
    String name,
    Sense sense,
    double a,
    double b,
    boolean share,
    Difference difference,
    String unjudged) {

  /** What a row says of the second one. */
  public enum Verdict {
    BETTER,
    WORSE,
    /** The interval has no difference in it, too. There may be one. */
    NOT_SHOWN,
    /** There is no interval: too few intervals, samples or runs, or a maximum. */
    NOT_JUDGED
  }

  public Verdict verdict() {
    return sense.verdict(difference);
  }

  /** In a word or three: faster, slower, no difference shown. */
  public String word() {
    return sense.word(verdict());
  }

  /** By how much of the first the second is worse, 0.1 is a tenth; less than 0: it is better. */
  public double worseBy() {
    return sense.worseBy(difference);
  }
}

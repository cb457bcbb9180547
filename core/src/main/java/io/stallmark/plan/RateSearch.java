package io.stallmark.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Looks for the highest rate that holds, by trials. It doubles the rate until one fails, halves the
 * span between what held and what failed, by the ratio, until they are 5 % apart, and tries the
 * highest that held once more: one that fails then has failed. The first trial of all may fail for
 * being the first, and is repeated. Not thread-safe.
 */
public final class RateSearch {

  /** Where nobody says where to begin. */
  public static final double FIRST = 100;

  private static final double LEAST = 0.1;
  private static final double MOST = 1e6;
  private static final double NEAR = 1.05;
  private static final MathContext DIGITS = new MathContext(3);

  private final NavigableMap<Double, Integer> held = new TreeMap<>(); // how often
  private double failed = Double.POSITIVE_INFINITY; // the lowest that did
  private int trials;
  private double next;

  /**
   * @param first the rate to begin with
   */
  public RateSearch(double first) {
    next = first;
  }

  /** The rate to try next; empty: it is over. */
  public OptionalDouble next() {
    return Double.isNaN(next) ? OptionalDouble.empty() : OptionalDouble.of(next);
  }

  /** What became of the trial of {@link #next}. */
  public void tried(boolean holds) {
    trials++;
    if (holds) {
      held.merge(next, 1, Integer::sum);
    } else if (trials == 1) {
      return; // once more
    } else {
      failed = Math.min(failed, next);
      held.tailMap(failed, true).clear();
    }
    next = following();
  }

  private double following() {
    if (held.isEmpty()) {
      return failed / 2 < LEAST ? Double.NaN : rounded(failed / 2);
    }
    double high = held.lastKey();
    if (Double.isInfinite(failed) && high < MOST) {
      return Math.min(MOST, rounded(2 * high));
    }
    if (failed > high * NEAR && Double.isFinite(failed)) {
      double between = rounded(Math.sqrt(high * failed));
      if (between > high && between < failed) {
        return between;
      }
    }
    return held.lastEntry().getValue() > 1 ? Double.NaN : high;
  }

  private static double rounded(double rate) {
    return BigDecimal.valueOf(rate).round(DIGITS).doubleValue();
  }

  /** The highest rate that held; empty: none did. */
  public OptionalDouble found() {
    Map.Entry<Double, Integer> best = held.lastEntry();
    return best == null ? OptionalDouble.empty() : OptionalDouble.of(best.getKey());
  }
}

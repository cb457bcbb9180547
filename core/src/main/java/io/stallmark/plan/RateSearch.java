package io.stallmark.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * Looks for the highest rate that holds, by trials. It doubles the rate until one fails, halves the
 * span between what held and what failed, by the ratio, until they are 5 % apart, and tries the
 * highest that held once more: one that fails then has failed. The first trial of all may fail for
 * being the first, and is repeated, as is one that says nothing of the database. Not thread-safe.
 */
public final class RateSearch {

  /** Where nobody says where to begin. */
  public static final double FIRST = 100;

  /** No search goes lower. */
  public static final double LEAST = 0.1;

  private static final double MOST = 1e6;
  private static final double NEAR = 1.05;
  private static final double STEP = 1.01; // less than that is between two rates that are tried
  private static final MathContext DIGITS = new MathContext(3);

  private final NavigableMap<Double, Integer> held = new TreeMap<>(); // how often
  private final Set<Double> undecided = new HashSet<>(); // once
  private boolean failedUndecided;
  private double failed = Double.POSITIVE_INFINITY; // the lowest that did
  private int trials;
  private final double first;
  private final double least;
  private double next;

  /**
   * @param first the rate to begin with
   * @param least the lowest to try
   */
  public RateSearch(double first, double least) {
    this.first = first;
    next = first;
    this.least = least;
  }

  /**
   * How many trials such a search takes at least and at most, wherever the highest rate is, if
   * every rate holds or fails as often as it is tried. One that fails when it is tried once more,
   * and one that says nothing of the database, take more.
   */
  public IntSummaryStatistics trials() {
    IntSummaryStatistics all = new IntSummaryStatistics();
    for (double highest = least / 2; highest < 2 * MOST; highest *= STEP) {
      RateSearch search = new RateSearch(first, least);
      while (search.next().isPresent()) {
        search.tried(search.next <= highest);
      }
      all.accept(search.trials);
    }
    return all;
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
      next = following();
    } else if (trials > 1) {
      fail(false);
    } // else once more
  }

  /** The trial of {@link #next} says nothing of the database; the second of a rate fails it. */
  public void undecided() {
    trials++;
    if (!undecided.add(next)) {
      fail(true);
    }
  }

  private void fail(boolean undecided) {
    if (next < failed) {
      failedUndecided = undecided;
    }
    failed = Math.min(failed, next);
    held.tailMap(failed, true).clear();
    next = following();
  }

  private double following() {
    if (held.isEmpty()) {
      double half = rounded(failed / 2);
      return half < least ? Double.NaN : half;
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

  /** Whether the lowest rate that failed did so {@linkplain #undecided undecided}. */
  public boolean endedUndecided() {
    return failedUndecided;
  }

  /** The highest rate that held; empty: none did. */
  public OptionalDouble found() {
    Map.Entry<Double, Integer> best = held.lastEntry();
    return best == null ? OptionalDouble.empty() : OptionalDouble.of(best.getKey());
  }
}

package io.stallmark.experiment.rate;

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
 * Searches for the highest rate that passes, by trials. It doubles the rate until a trial fails.
 * Then it bisects, by the ratio, between the highest rate that passed and the lowest that failed,
 * until they are 5 % apart. Finally it repeats the highest rate that passed; if the repetition
 * fails, that rate has failed. The first trial may fail because it is the first, so a failure of it
 * is repeated. A trial that says nothing about the database (undecided) is repeated too. Not
 * thread-safe.
 */
public final class RateSearch {

  /** First rate when the user gives none, transactions/s. */
  public static final double FIRST = 100;

  /** Lowest rate of any search, transactions/s. */
  public static final double LEAST = 0.1;

  private static final double MOST = 1e6;
  private static final double NEAR = 1.05;
  private static final double STEP = 1.01; // smaller than the ratio of any two rates that are tried
  private static final MathContext DIGITS = new MathContext(3);

  private final NavigableMap<Double, Integer> held = new TreeMap<>(); // passed trials by rate
  private final Set<Double> undecided = new HashSet<>(); // rates with one undecided trial
  private double failed = Double.POSITIVE_INFINITY; // lowest rate that failed
  private int trials;
  private final double first;
  private final double least;
  private double next;

  /**
   * @param first first rate to try, transactions/s
   * @param least lowest rate to try, transactions/s
   */
  public RateSearch(double first, double least) {
    this.first = first;
    next = first;
    this.least = least;
  }

  /**
   * Least and greatest number of trials of such a search, over all possible highest rates. Assumes
   * that a rate passes or fails in the same way in every trial. A repetition that fails and an
   * undecided trial need more trials.
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

  /** Rate to try next, transactions/s; empty: the search is over. */
  public OptionalDouble next() {
    return Double.isNaN(next) ? OptionalDouble.empty() : OptionalDouble.of(next);
  }

  /** Records the result of the trial of {@link #next}. */
  public void tried(boolean holds) {
    trials++;
    if (holds) {
      held.merge(next, 1, Integer::sum);
      next = following();
    } else if (trials > 1) {
      fail();
    } // else repeat it
  }

  /**
   * Records that the trial of {@link #next} says nothing about the database. The second undecided
   * trial of a rate counts as a failure.
   */
  public void undecided() {
    trials++;
    if (!undecided.add(next)) {
      fail();
    }
  }

  private void fail() {
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

  /** Lowest rate that failed, transactions/s; infinite: none failed. */
  double failed() {
    return failed;
  }

  /** Highest rate that passed, transactions/s; empty: none passed. */
  public OptionalDouble found() {
    Map.Entry<Double, Integer> best = held.lastEntry();
    return best == null ? OptionalDouble.empty() : OptionalDouble.of(best.getKey());
  }
}

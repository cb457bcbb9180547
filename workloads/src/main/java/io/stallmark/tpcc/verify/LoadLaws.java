package io.stallmark.tpcc.verify;

import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import io.stallmark.tpcc.data.LastName;
import io.stallmark.tpcc.data.NonUniform;
import java.util.List;

/** Distributions that a load must have (clause 4.3.3.1). Thread-safe. */
final class LoadLaws {

  /** Standard deviations from which a share or a distribution is not accepted. */
  private static final double LIMIT = 7;

  private static final double TENTH = 0.1;

  /** A share of rows that must be 10 %. */
  private static final class Share {
    private long rows;
    private long found;

    void add(boolean is) {
      rows++;
      found += is ? 1 : 0;
    }

    void finding(String rule, List<String> all) {
      double allowed = LIMIT * Math.sqrt(rows * TENTH * (1 - TENTH));
      if (Math.abs(found - rows * TENTH) > allowed) {
        all.add(Text.format("%s: %,d of %,d, not 10 %%", rule, found, rows));
      }
    }
  }

  private final long[] names = new long[LastName.NUMBERS];
  private final Share badCredit = new Share();
  private final Share items = new Share();
  private final Share stock = new Share();

  /**
   * @param name number of the last name; negative: it has none
   */
  synchronized void customer(long id, int name, boolean bad) {
    badCredit.add(bad);
    if (id > LastName.NUMBERS && name >= 0) {
      names[name]++;
    }
  }

  synchronized void item(boolean original) {
    items.add(original);
  }

  synchronized void stock(boolean original) {
    stock.add(original);
  }

  synchronized List<String> findings() {
    Lines all = new Lines();
    badCredit.finding("Customers with bad credit", all);
    items.finding("Items with ORIGINAL in i_data", all);
    stock.finding("Stock with ORIGINAL in s_data", all);
    double deviation = deviation(names);
    if (deviation > LIMIT) {
      all.add(
          "The last names of the customers above 1,000 are not distributed as NURand(255, 0,"
              + " 999): chi-square is %.0f standard deviations too high",
          deviation);
    }
    return all;
  }

  /**
   * Standard deviations by which chi-square is above its mean, for the constant C that fits best:
   * another program's load has drawn another one.
   */
  static double deviation(long[] counts) {
    NonUniform law = NonUniform.LOADED_NAME;
    double best = Double.MAX_VALUE;
    for (long constant = 0; constant <= law.mask(); constant++) {
      int shift = (int) (constant - law.constant());
      best = Math.min(best, deviation(counts, law.probabilities(), shift));
    }
    return best;
  }

  private static double deviation(long[] counts, double[] shares, int shift) {
    long rows = 0;
    for (long count : counts) {
      rows += count;
    }
    if (rows == 0) {
      return 0;
    }
    double square = 0;
    double inverse = 0;
    for (int i = 0; i < counts.length; i++) {
      double due = rows * shares[Math.floorMod(i - shift, counts.length)];
      square += (counts[i] - due) * (counts[i] - due) / due;
      inverse += 1 / due;
    }
    // the variance of Pearson's statistic, with its term for small expectations
    double variance = 2.0 * (counts.length - 1) + inverse;
    return (square - (counts.length - 1)) / Math.sqrt(variance);
  }
}

package io.stallmark.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A percentile of a run, as a figure of sums: each interval's histogram in bins that are fine where
 * the percentile is and coarse far from it, so that the histograms of a thousand drawings are
 * merged in milliseconds.
 */
final class Percentile {

  /** Fewer samples beyond a percentile tell nothing of it. */
  private static final int BEYOND = 10;

  private static final int STEPS = 15;
  private static final double STEP = 0.3; // of the logarithm of the odds

  private final double share;
  private final List<Tally> intervals;
  private final Tally all;
  private final double[] edges;

  /**
   * @param share 0.99: the 99th
   */
  Percentile(double share, RunSeries.Times times) {
    this.share = share;
    intervals = times.intervals();
    all = times.all();
    edges = edges();
  }

  /** Whether there are samples enough beyond it. */
  boolean known() {
    return all.count() * (1 - share) >= BEYOND;
  }

  private double[] edges() {
    double odds = Math.log(share / (1 - share));
    List<Double> found = new ArrayList<>();
    for (int step = -STEPS; step <= STEPS; step++) {
      found.add((double) all.at(1 / (1 + Math.exp(-(odds + step * STEP)))));
    }
    found.add((double) all.at(1));
    return found.stream().mapToDouble(Double::doubleValue).distinct().toArray();
  }

  /** How many samples of each interval are in each bin. */
  Blocks blocks() {
    double[][] table = new double[intervals.size()][edges.length];
    for (int i = 0; i < table.length; i++) {
      Tally tally = intervals.get(i);
      for (int j = 0; j < tally.distinct(); j++) {
        int found = Arrays.binarySearch(edges, (double) tally.value(j));
        table[i][found < 0 ? -found - 1 : found] += (double) tally.count(j);
      }
    }
    return new Blocks(table);
  }

  /** Its logarithm, evenly between the edges of the bin that it is in. */
  double logarithm(double[] bins) {
    double rank = share * Arrays.stream(bins).sum();
    double passed = 0;
    for (int i = 0; i < bins.length; i++) {
      if (passed + bins[i] >= rank && bins[i] > 0) {
        double upper = Math.log(edges[i]);
        double lower = i == 0 ? upper : Math.log(edges[i - 1]);
        return lower + (upper - lower) * (rank - passed) / bins[i];
      }
      passed += bins[i];
    }
    return Math.log(edges[edges.length - 1]);
  }

  /** By how many more than usual each interval's samples are above it. */
  double[] influence() {
    long value = all.at(share);
    return intervals.stream().mapToDouble(tally -> above(tally, value)).toArray();
  }

  private double above(Tally tally, long value) {
    double above = 0;
    for (int i = 0; i < tally.distinct(); i++) {
      above += tally.value(i) > value ? (double) tally.count(i) : 0;
    }
    return above - (1 - share) * tally.count();
  }
}

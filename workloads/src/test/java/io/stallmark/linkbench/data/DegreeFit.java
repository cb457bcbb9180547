package io.stallmark.linkbench.data;

import java.util.Random;

/**
 * Makes the points of {@link OutDegrees}' tail and prints them; no test, and not run by the build.
 * Known of the original's distribution are some quantiles and how many links it loads for graphs of
 * several sizes. The program draws a smooth curve through the quantiles, bends it smoothly until
 * the totals come out (no point moves by more than a few percent), rounds the points to six digits,
 * and moves the last digits of those for small degrees until the totals of the smaller graphs are
 * met to the link. It takes some ten seconds.
 *
 * <p>{@code java -cp workloads/target/classes:workloads/target/test-classes:core/target/classes
 * io.stallmark.linkbench.data.DegreeFit}
 */
final class DegreeFit {

  /**
   * Shares of nodes, and the degree that they have at least. The last two are placed so that the
   * largest graphs come out: known is 906,857 at 3.3e-9, where the original has steps, not a curve.
   */
  private static final double[][] QUANTILES = {
    {1.672e-2, 10.5},
    {1e-2, 15},
    {5e-3, 27},
    {2e-3, 77},
    {1e-3, 264},
    {5e-4, 979},
    {2e-4, 3227},
    {1e-4, 6051},
    {4.9555e-5, 10_000},
    {1.46255e-5, 19_998},
    {1e-5, 24_000},
    {1e-6, 64_914},
    {1e-7, 196_788},
    {1e-8, 450_999},
    {6.6e-9, 906_857},
    {3.2e-9, 961_963}
  };

  private static final long[] NODES = {100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000};

  /** Links that the original loads for so many nodes, both types together. */
  private static final long[] LINKS = {
    1_368_899, 5_249_370, 44_458_555, 437_452_054, 4_371_382_598L
  };

  /** The sum of degrees of 1,000,000 nodes. */
  private static final long DEGREES = 4_975_697;

  private static final int POINTS = 68;
  private static final int MOVED = 14; // points of small degrees, for the last links
  private static final int FACTS = LINKS.length + 3;
  private static final double SMOOTH = 1; // points over which a change of the curve extends
  private static final int MOST = (int) OutDegrees.MOST;

  private final double[] shares = new double[MOST + 2];
  private final Random random = new Random(1);

  private final byte[] excess = new byte[MOST + 1]; // links of both types beyond the degree

  private DegreeFit() {
    for (int degree = 0; degree <= MOST; degree++) {
      long links = Split.AS_CODED.count(degree, 0, 2) + Split.AS_CODED.count(degree, 1, 2);
      excess[degree] = (byte) (links - degree);
    }
  }

  public static void main(String[] args) {
    DegreeFit fit = new DegreeFit();
    double[] points = fit.curve();
    for (int i = 0; i < 3; i++) {
      fit.bend(points);
    }
    fit.settle(points);
    for (double point : points) {
      System.out.println(round(Math.exp(point)) + ",");
    }
    fit.invert(points, 1, MOST);
    for (int i = 0; i < NODES.length; i++) {
      long[] sums = fit.sums(NODES[i], 1, MOST);
      System.out.println(
          "// %d nodes: %d degrees, %d links, %d too many"
              .formatted(NODES[i], sums[0], sums[1], sums[1] - LINKS[i]));
    }
  }

  /** Logarithms of the degrees at the points: a monotone cubic through the quantiles. */
  private double[] curve() {
    int n = QUANTILES.length;
    double[] x = new double[n];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = -Math.log10(QUANTILES[i][0]);
      y[i] = Math.log(QUANTILES[i][1]);
    }
    double[] slopes = slopes(x, y);
    double[] points = new double[POINTS];
    for (int p = 0; p < POINTS; p++) {
      double at = OutDegrees.START + (double) p / OutDegrees.PER_DECADE;
      int i = 0;
      while (i < n - 2 && x[i + 1] < at) {
        i++;
      }
      double width = x[i + 1] - x[i];
      double t = Math.min((at - x[i]) / width, 1);
      points[p] =
          y[i]
              + t * t * (3 - 2 * t) * (y[i + 1] - y[i])
              + t * (1 - t) * (1 - t) * width * slopes[i]
              - t * t * (1 - t) * width * slopes[i + 1];
    }
    return points;
  }

  /** After Fritsch and Butland (1984): weighted harmonic means of the neighbouring slopes. */
  private static double[] slopes(double[] x, double[] y) {
    int n = x.length;
    double[] secants = new double[n - 1];
    for (int i = 0; i < n - 1; i++) {
      secants[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
    }
    double[] slopes = new double[n];
    slopes[0] = secants[0];
    slopes[n - 1] = secants[n - 2];
    for (int i = 1; i < n - 1; i++) {
      double before = 2 * (x[i + 1] - x[i]) + x[i] - x[i - 1];
      double after = x[i + 1] - x[i] + 2 * (x[i] - x[i - 1]);
      slopes[i] = (before + after) / (before / secants[i - 1] + after / secants[i]);
    }
    return slopes;
  }

  /** One step of Newton's method towards the totals: the smoothest that leads there. */
  private void bend(double[] points) {
    double[] miss = misses(points);
    double[][] slope = new double[FACTS][POINTS];
    for (int p = 0; p < POINTS; p++) {
      double[] moved = points.clone();
      moved[p] -= 0.02;
      double[] other = misses(moved);
      for (int f = 0; f < FACTS; f++) {
        slope[f][p] = (miss[f] - other[f]) / 0.02;
      }
    }
    double[][] smooth = new double[FACTS][POINTS];
    double[][] normal = new double[FACTS][FACTS];
    for (int f = 0; f < FACTS; f++) {
      for (int p = 0; p < POINTS; p++) {
        for (int q = 0; q < POINTS; q++) {
          smooth[f][p] += slope[f][q] * Math.exp(-(p - q) * (p - q) / (2 * SMOOTH * SMOOTH));
        }
      }
      for (int g = 0; g < FACTS; g++) {
        for (int p = 0; p < POINTS; p++) {
          normal[f][g] += smooth[f][p] * slope[g][p];
        }
      }
      normal[f][f] += 1e-12;
    }
    double[] weights = solve(normal, miss);
    for (int p = 0; p < POINTS; p++) {
      for (int f = 0; f < FACTS; f++) {
        points[p] -= smooth[f][p] * weights[f];
      }
      points[p] = Math.min(points[p], Math.log(MOST));
    }
  }

  /** Gauss's elimination, for a positive definite matrix. */
  private static double[] solve(double[][] matrix, double[] right) {
    int n = right.length;
    double[] x = right.clone();
    for (int c = 0; c < n; c++) {
      for (int r = c + 1; r < n; r++) {
        double factor = matrix[r][c] / matrix[c][c];
        for (int k = c; k < n; k++) {
          matrix[r][k] -= factor * matrix[c][k];
        }
        x[r] -= factor * x[c];
      }
    }
    for (int r = n - 1; r >= 0; r--) {
      for (int k = r + 1; k < n; k++) {
        x[r] -= matrix[r][k] * x[k];
      }
      x[r] /= matrix[r][r];
    }
    return x;
  }

  /** By which part of themselves the totals are too large. */
  private double[] misses(double[] points) {
    invert(points, 1, MOST);
    double[] misses = new double[FACTS];
    for (int i = 0; i < LINKS.length; i++) {
      long[] sums = sums(NODES[i], 1, MOST);
      misses[i] = (double) (sums[1] - LINKS[i]) / LINKS[i];
      if (NODES[i] == 1_000_000) {
        misses[FACTS - 1] = (double) (sums[0] - DEGREES) / DEGREES;
      }
    }
    misses[FACTS - 2] = shares[10_000] / 4.9555e-5 - 1;
    misses[FACTS - 3] = shares[19_998] / 1.46255e-5 - 1;
    return misses;
  }

  /** Rounds the points, then tries last digits until three graphs have their links exactly. */
  private void settle(double[] points) {
    for (int p = 0; p < POINTS; p++) {
      points[p] = Math.log(round(Math.exp(points[p])));
    }
    int last = (int) Math.exp(points[MOVED]);
    invert(points, 1, MOST);
    long[][] rest = new long[3][];
    for (int i = 0; i < 3; i++) {
      rest[i] = sums(NODES[i], last + 1, MOST);
    }
    for (double current = Double.MAX_VALUE; current > 0; ) {
      int p = random.nextInt(MOVED);
      double before = points[p];
      double change = 1 + 2e-4 * (random.nextDouble() - 0.5);
      points[p] = Math.log(round(Math.exp(before) * change));
      invert(points, 1, last);
      double off = off(rest, last);
      if (off <= current - 2 * Math.log(random.nextDouble())) { // simulated annealing
        current = off;
      } else {
        points[p] = before;
      }
    }
  }

  /** How far three graphs are off; 0 when they have exactly the right links. */
  private double off(long[][] rest, int last) {
    double off = 0;
    for (int i = 0; i < rest.length; i++) {
      long[] sums = sums(NODES[i], 1, last);
      off += Math.abs(sums[1] + rest[i][1] - LINKS[i]) / Math.max(1, NODES[i] / 1e6);
      if (NODES[i] == 1_000_000) {
        off += Math.abs(sums[0] + rest[i][0] - DEGREES);
      }
    }
    return off;
  }

  private static double round(double degree) {
    return Double.parseDouble("%.6g".formatted(Math.min(degree, MOST)));
  }

  /** The shares of nodes that have at least so many links. */
  private void invert(double[] points, int from, int to) {
    int i = 0;
    for (int degree = from; degree <= to; degree++) {
      if (degree <= OutDegrees.ABOVE.length) {
        shares[degree] = OutDegrees.ABOVE[degree - 1];
        continue;
      }
      double log = Math.log(degree - 0.5);
      while (i < POINTS - 2 && points[i + 1] < log) {
        i++;
      }
      double at = i + (log - points[i]) / (points[i + 1] - points[i]);
      shares[degree] =
          at > POINTS - 1 ? 0 : Math.pow(10, -OutDegrees.START - at / OutDegrees.PER_DECADE);
    }
  }

  /** How many nodes have at least so many links. */
  private long count(int degree, long nodes) {
    if (degree > MOST) {
      return 0;
    }
    double ranks = nodes * shares[degree];
    return degree <= OutDegrees.ABOVE.length
        ? (long) Math.ceil(ranks - 1e-9 * ranks)
        : (long) ranks + 1;
  }

  /** The sum of degrees in a range, and that of links as the original splits them in two types. */
  private long[] sums(long nodes, int from, int to) {
    long degrees = 0;
    long more = 0;
    long least = count(from, nodes);
    for (int degree = from; degree <= to; degree++) {
      degrees += least;
      long next = count(degree + 1, nodes);
      more += (least - next) * excess[degree];
      least = next;
    }
    return new long[] {degrees, degrees + more};
  }
}

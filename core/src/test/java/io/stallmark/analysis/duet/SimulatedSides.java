package io.stallmark.analysis.duet;

import java.util.Random;
import java.util.SplittableRandom;

/**
 * Transactions per second of two sides. Noise of the machine is common to both, changes slowly and
 * is four times as strong as the noise that each side has of its own.
 */
final class SimulatedSides {

  private static final double RATE = 500;
  private static final double COMMON = 0.2;
  private static final double OWN = 0.05;
  private static final double COMMON_CORRELATION = 0.9;
  private static final int SETTLING = 50;

  private final Random random;
  private final double ratio;
  private final double correlation;
  private final double own;
  private final double rate;
  private double common;
  private double ownA;
  private double ownB;

  /**
   * @param ratio true ratio of the second side to the first
   * @param correlation correlation of a side's own noise with that of the second before
   */
  SimulatedSides(long seed, double ratio, double correlation) {
    this(seed, ratio, correlation, OWN, RATE);
  }

  /**
   * @param own standard deviation of a side's own noise, as a share
   * @param rate transactions per second of the first side
   */
  SimulatedSides(long seed, double ratio, double correlation, double own, double rate) {
    this.own = own;
    this.rate = rate;
    random = new Random(new SplittableRandom(seed).nextLong()); // neighbours are independent
    this.ratio = ratio;
    this.correlation = correlation;
    for (int i = 0; i < SETTLING; i++) {
      advance();
    }
  }

  private void advance() {
    common = next(common, COMMON_CORRELATION, COMMON);
    ownA = next(ownA, correlation, own);
    ownB = next(ownB, correlation, own);
  }

  private double next(double noise, double correlated, double deviation) {
    return correlated * noise
        + Math.sqrt(1 - correlated * correlated) * deviation * random.nextGaussian();
  }

  private double counted(double mean) {
    return Math.max(0, Math.rint(mean + Math.sqrt(mean) * random.nextGaussian()));
  }

  /** Adds the next second to a series. */
  void addTo(PairedSeries series) {
    advance();
    series.add(
        counted(rate * Math.exp(common + ownA)), counted(rate * ratio * Math.exp(common + ownB)));
  }

  /** Returns a series of seconds. */
  PairedSeries series(int seconds) {
    PairedSeries series = new PairedSeries();
    for (int i = 0; i < seconds; i++) {
      addTo(series);
    }
    return series;
  }
}

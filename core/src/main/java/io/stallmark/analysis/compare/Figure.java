package io.stallmark.analysis.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A figure of a run that can be compared. */
interface Figure {

  /** Fewer intervals tell nothing of how a run varies. */
  int FEWEST_INTERVALS = 20;

  /** Of which drawing anew tells nothing. */
  String EXTREME = "an extreme of a single run";

  /** What the run came to; NaN: it does not say. */
  double of(RunSeries run);

  /** The same, on the scale on which differences are taken. */
  double scaled(double value);

  /** How well the run alone knows it; null: not at all. */
  @Nullable Estimate within(RunSeries run);

  /** A difference on that scale, as it is told. */
  Difference told(Difference difference);

  /**
   * Whether other work on the machine may be in it by more than its share of the processors: what
   * it does to waiting has no bound.
   */
  default boolean open() {
    return false;
  }

  /** Why a run alone does not know how well it knows it, in a few words; empty: it may. */
  default String alone() {
    return "";
  }

  /** So much of one for so much of the other: transactions a second, bytes a transaction. */
  record Ratio(String over, String under) implements Figure {

    @Override
    public double of(RunSeries run) {
      double of = run.sum(under);
      return of > 0 && run.columns().containsKey(over) ? run.sum(over) / of : Double.NaN;
    }

    /** What a disk and a machine count is whoever used them. */
    @Override
    public boolean open() {
      return over.startsWith(RunSeries.COST + "disk.") || over.startsWith(RunSeries.COST + "node.");
    }

    @Override
    public double scaled(double value) {
      return value > 0 ? Math.log(value) : Double.NaN;
    }

    @Override
    public @Nullable Estimate within(RunSeries run) {
      return run.intervals() < FEWEST_INTERVALS || !(of(run) > 0)
          ? null
          : ratio(run, sums -> Math.log(sums[0] / sums[1]));
    }

    private Estimate ratio(RunSeries run, java.util.function.ToDoubleFunction<double[]> figure) {
      double[] upper = run.column(over);
      double[] lower = run.column(under);
      double usual = of(run);
      double[][] table = new double[upper.length][];
      double[] influence = new double[upper.length];
      for (int i = 0; i < upper.length; i++) {
        table[i] = new double[] {upper[i], lower[i]};
        influence[i] = upper[i] - usual * lower[i];
      }
      return Estimate.ofIntervals(new Blocks(table), figure, influence);
    }

    @Override
    public Difference told(Difference difference) {
      return difference.asShare();
    }
  }

  /** What the tables had come to at the end, of which a run has one figure. */
  record Stored(String name) implements Figure {

    @Override
    public String alone() {
      return "one figure of a single run";
    }

    @Override
    public double of(RunSeries run) {
      return run.stored().getOrDefault(name, Double.NaN);
    }

    @Override
    public double scaled(double value) {
      return value > 0 ? Math.log(value) : Double.NaN;
    }

    @Override
    public @Nullable Estimate within(RunSeries run) {
      return null;
    }

    @Override
    public Difference told(Difference difference) {
      return difference.asShare();
    }
  }

  /** The share of the time in which the server stalled. */
  record Stalled() implements Figure {

    private static final Ratio SHARE = new Ratio(RunSeries.STALLED, RunSeries.SECONDS);

    @Override
    public double of(RunSeries run) {
      return run.stalls() == null ? Double.NaN : SHARE.of(run);
    }

    @Override
    public double scaled(double value) {
      return value; // often 0, which has no logarithm
    }

    @Override
    public @Nullable Estimate within(RunSeries run) {
      return run.intervals() < FEWEST_INTERVALS || Double.isNaN(of(run))
          ? null
          : SHARE.ratio(run, sums -> sums[0] / sums[1]);
    }

    @Override
    public Difference told(Difference difference) {
      return difference;
    }
  }

  /** A percentile of a kind's response or service time, in nanoseconds. */
  record Latency(String tag, double share) implements Figure {

    private static final double MEDIAN = 0.5;

    /** Those that had to wait for a processor are behind the median. */
    @Override
    public boolean open() {
      return share > MEDIAN;
    }

    @Override
    public String alone() {
      return share == 1 ? EXTREME : "";
    }

    @Override
    public double of(RunSeries run) {
      double value = run.times(tag).all().at(share);
      return value > 0 ? value : Double.NaN;
    }

    @Override
    public double scaled(double value) {
      return Math.log(value);
    }

    @Override
    public @Nullable Estimate within(RunSeries run) {
      Percentile percentile = new Percentile(share, run.times(tag));
      return run.intervals() < FEWEST_INTERVALS || !percentile.known()
          ? null
          : Estimate.ofIntervals(
              percentile.blocks(), percentile::logarithm, percentile.influence());
    }

    @Override
    public Difference told(Difference difference) {
      return difference.asShare();
    }
  }

  /** The longest stall, in seconds: an extreme, of which drawing anew tells nothing. */
  record LongestStall() implements Figure {

    @Override
    public String alone() {
      return EXTREME;
    }

    @Override
    public double of(RunSeries run) {
      List<Double> stalls = run.stalls();
      return stalls == null
          ? Double.NaN
          : stalls.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    @Override
    public double scaled(double value) {
      return value;
    }

    @Override
    public @Nullable Estimate within(RunSeries run) {
      return null;
    }

    @Override
    public Difference told(Difference difference) {
      return difference;
    }
  }
}

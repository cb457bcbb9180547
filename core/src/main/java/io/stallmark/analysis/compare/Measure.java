package io.stallmark.analysis.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of a comparison before it is one.
 *
 * @param unit what a figure is divided by to be in the unit of the name
 */
record Measure(String id, String group, String name, Sense sense, Figure figure, double unit) {

  /** What cost.csv counts, for readers. */
  private static final Map<String, String> COSTS =
      Map.of(
          "read_kb", "kB read",
          "written_kb", "kB written",
          "cpu_us", "CPU µs",
          "received_kb", "kB received",
          "sent_kb", "kB sent",
          "disk_busy_ms", "disk busy ms");

  /** What the digits of a histogram, and the ends of a run, leave uncertain of a logarithm. */
  private static final double RESOLUTION = 3e-4;

  /**
   * By how much a run is off all others of its kind, as far as a single one can know: not at all;
   * so it is assumed. A standard deviation of a logarithm, 1.5 %.
   */
  private static final double RUN_TO_RUN = 0.015;

  /**
   * The same of what other work on the machine left uncertain, by the share of the processors that
   * it had: without it the run could have been faster by as much as that share and more, or not at
   * all. Half of it is taken for a standard deviation.
   */
  private static final double OF_OTHER_WORK = 0.5;

  /** Of a transaction, by what a source counted. */
  static Measure cost(String column) {
    String name = column.substring(RunSeries.COST.length());
    String source = name.substring(0, name.indexOf('.'));
    String counted = name.substring(source.length() + 1);
    String words = source + " " + COSTS.getOrDefault(counted, counted) + "/transaction";
    return new Measure(
        name + "_per_transaction",
        Comparison.COST,
        words.replace("disk disk", "disk"),
        Sense.COST,
        new Figure.Ratio(column, RunSeries.COSTED + source),
        1);
  }

  /** How many bytes the source of the values saw written for each byte of these. */
  static Measure writeAmplification(String column) {
    String source = column.substring(RunSeries.LOGICAL.length());
    return new Measure(
        source + ".write_amplification",
        Comparison.COST,
        source + " write amplification",
        Sense.COST,
        new Figure.Ratio(RunSeries.COST + source + ".written_kb", column),
        1);
  }

  /**
   * Compares both; NaN where there is nothing to compare.
   *
   * @param risk of an interval that does not hold
   */
  Row compare(List<RunSeries> a, List<RunSeries> b, double risk) {
    double[] scaledA = scaled(a);
    double[] scaledB = scaled(b);
    double estimate = mean(scaledB) - mean(scaledA);
    Difference difference =
        Double.isFinite(estimate)
            ? difference(a, scaledA, b, scaledB, estimate, risk)
            : Difference.notJudged(Double.NaN);
    Difference told = figure.told(difference);
    return new Row(
        id,
        group,
        name,
        sense,
        value(a, scaledA),
        value(b, scaledB),
        share(),
        inUnit(told),
        told.judged() ? "" : unjudged(a, b, estimate));
  }

  private String unjudged(List<RunSeries> a, List<RunSeries> b, double estimate) {
    RunSeries shorter = a.get(0).intervals() < b.get(0).intervals() ? a.get(0) : b.get(0);
    if (!Double.isFinite(estimate)) {
      return "0 or unknown in one of them";
    }
    if (!figure.alone().isEmpty()) {
      return figure.alone();
    }
    if (shorter.intervals() < Figure.FEWEST_INTERVALS) {
      return "fewer than " + Figure.FEWEST_INTERVALS + " intervals";
    }
    return figure.open() && otherWork(a, b) > 0
        ? "other work had the processors"
        : "too few samples beyond it";
  }

  private static double otherWork(List<RunSeries> a, List<RunSeries> b) {
    return Math.max(a.get(0).otherWork(), b.get(0).otherWork());
  }

  private boolean share() {
    return figure instanceof Figure.Ratio
        || figure instanceof Figure.Latency
        || figure instanceof Figure.Stored;
  }

  private Difference inUnit(Difference told) {
    return share()
        ? told
        : new Difference(told.estimate() / unit, told.low() / unit, told.high() / unit);
  }

  private double[] scaled(List<RunSeries> runs) {
    return runs.stream().mapToDouble(run -> figure.scaled(figure.of(run))).toArray();
  }

  private double value(List<RunSeries> runs, double[] scaled) {
    double value =
        runs.size() == 1 ? figure.of(runs.get(0)) : share() ? Math.exp(mean(scaled)) : mean(scaled);
    return value / unit;
  }

  private Difference difference(
      List<RunSeries> a,
      double[] scaledA,
      List<RunSeries> b,
      double[] scaledB,
      double estimate,
      double risk) {
    if (a.size() > 1 && b.size() > 1) {
      return Difference.of(
          rounded(Estimate.ofRuns(scaledA)), rounded(Estimate.ofRuns(scaledB)), risk);
    }
    if (a.size() > 1 || b.size() > 1) {
      Estimate many = Estimate.ofRuns(a.size() > 1 ? scaledA : scaledB);
      double runs = a.size() > 1 ? a.size() : b.size();
      double error = rounded(many).error() * Math.sqrt(1 + runs); // of the mean and of one run
      return Difference.of(estimate, error, many.freedom(), risk);
    }
    @Nullable Estimate oneA = figure.within(a.get(0));
    @Nullable Estimate oneB = figure.within(b.get(0));
    if (oneA == null || oneB == null || (otherWork(a, b) > 0 && figure.open())) {
      return Difference.notJudged(estimate);
    }
    Difference within = Difference.of(ofOne(a.get(0), oneA), ofOne(b.get(0), oneB), risk);
    return new Difference(estimate, within.low(), within.high());
  }

  private Estimate ofOne(RunSeries run, Estimate estimate) {
    return share()
        ? estimate.wider(Math.hypot(RUN_TO_RUN, OF_OTHER_WORK * run.otherWork()))
        : estimate;
  }

  private Estimate rounded(Estimate estimate) {
    return share() ? estimate.wider(RESOLUTION) : estimate;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }
}

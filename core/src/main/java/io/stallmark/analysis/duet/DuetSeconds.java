package io.stallmark.analysis.duet;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.PairedEstimate;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.result.Percentile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.HdrHistogram.Histogram;

/**
 * Intervals of both sides of a duet, in pairs of the same time. A percentile needs a number of
 * operations, so one of its pairs may be of several intervals. Thread-safe.
 */
public final class DuetSeconds extends IntervalPairs {

  private static final double SECOND = 1e9;
  private static final double MILLISECOND = 1e6;

  private final PairedSeries rates = new PairedSeries();
  private final PairedSeries errors = new PairedSeries();
  private final List<Time> times = new ArrayList<>();
  private final List<List<Time>> stalls = List.of(new ArrayList<>(), new ArrayList<>());
  private final Map<String, PairedSeries> percentiles = new LinkedHashMap<>();
  private final Map<String, Pending> pending = new LinkedHashMap<>();
  private final List<Queue<SidePart>> waiting = List.of(new ArrayDeque<>(), new ArrayDeque<>());
  private final List<DuetSecond> seconds = new ArrayList<>();
  private final List<DuetLook> looks = new ArrayList<>();

  /** Sides of a duet. */
  public enum Side {
    A,
    B
  }

  /**
   * A pair of intervals.
   *
   * @param start seconds since the start of the measurement
   * @param a successful transactions of the first side per second
   * @param b those of the second side
   */
  public record DuetSecond(double start, double a, double b) {}

  /** A time in seconds since the start of the measurement. */
  private record Time(double start, double end) {

    /** Returns the percentage of this time in which there is one of the others. */
    double percentIn(List<Time> others) {
      double inside = 0;
      for (Time other : others) {
        inside += Math.max(0, Math.min(end, other.end) - Math.max(start, other.start));
      }
      return Math.min(100, 100 * inside / (end - start));
    }
  }

  /** Response times since the last pair of a percentile; not changed, as several may share them. */
  private record Pending(Histogram a, Histogram b) {

    Pending plus(Histogram ofA, Histogram ofB) {
      return new Pending(sum(a, ofA), sum(b, ofB));
    }

    private static Histogram sum(Histogram first, Histogram second) {
      Histogram sum = first.copy();
      sum.add(second);
      return sum;
    }
  }

  @Override
  synchronized void add(Side side, SidePart part) {
    waiting.get(side.ordinal()).add(part);
    if (waiting.stream().noneMatch(Queue::isEmpty)) {
      pair(waiting.get(0).remove(), waiting.get(1).remove());
    }
  }

  @Override
  public synchronized void stalled(Side side, double start, double end) {
    stalls.get(side.ordinal()).add(new Time(start, end));
  }

  private void pair(SidePart a, SidePart b) {
    if (a.start() != b.start()) {
      throw new IllegalStateException("Intervals of " + a.start() + " and " + b.start());
    }
    rates.add(a.rate(), b.rate());
    errors.add(a.errors() / a.seconds(), b.errors() / b.seconds());
    times.add(new Time(a.start() / SECOND, a.end() / SECOND));
    seconds.add(new DuetSecond(a.start() / SECOND, a.rate(), b.rate()));
    if (seconds.size() % DuetLook.STEP == 0) {
      looks.add(
          new DuetLook(seconds.size(), rates.ofCounts().difference(Comparison.THROUGHPUT_RISK)));
    }
    a.responses()
        .forEach(
            (kind, ofA) -> {
              Histogram ofB = b.responses().get(kind);
              if (ofB != null) {
                Comparison.PAIRED_PERCENTILES.forEach(
                    percentile ->
                        pair(percentile, percentile.metric(kind + Comparison.CLOCK), ofA, ofB));
              }
            });
  }

  private void pair(Percentile percentile, String id, Histogram ofA, Histogram ofB) {
    Pending before = pending.remove(id);
    Pending sum = before == null ? new Pending(ofA, ofB) : before.plus(ofA, ofB);
    long fewest = Math.min(sum.a.getTotalCount(), sum.b.getTotalCount());
    if (percentile.isSupported(fewest) && percentile.of(sum.a) > 0 && percentile.of(sum.b) > 0) {
      percentiles
          .computeIfAbsent(id, metric -> new PairedSeries())
          .add(percentile.of(sum.a) / MILLISECOND, percentile.of(sum.b) / MILLISECOND);
    } else {
      pending.put(id, sum);
    }
  }

  /** Returns the pairs so far. */
  public synchronized List<DuetSecond> list() {
    return List.copyOf(seconds);
  }

  /** Returns what was known of the throughput over time. */
  public synchronized List<DuetLook> looks() {
    return List.copyOf(looks);
  }

  @Override
  public DuetSeconds seconds() {
    return this;
  }

  @Override
  public synchronized boolean reaches(WidthRule rule) {
    return rule.isReached(looks);
  }

  /** Returns the estimates that have an interval, by the id of the metric. */
  public synchronized Map<String, PairedEstimate> estimates() {
    Map<String, PairedEstimate> estimates = new LinkedHashMap<>();
    estimates.put(Comparison.THROUGHPUT, rates.ofCounts());
    percentiles.forEach((id, series) -> estimates.put(id, series.ofValues()));
    estimates.put(RunMetrics.ERRORS, errors.ofDifferences());
    PairedSeries stalled = new PairedSeries();
    times.forEach(
        time -> stalled.add(time.percentIn(stalls.get(0)), time.percentIn(stalls.get(1))));
    estimates.put(RunMetrics.STALLED, stalled.ofDifferences());
    // Sides without an error do not vary, but that does not mean that none has one by chance.
    estimates
        .values()
        .removeIf(each -> Double.isNaN(each.error()) || (!each.ratio() && each.error() == 0));
    return estimates;
  }
}

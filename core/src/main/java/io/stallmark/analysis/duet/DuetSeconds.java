package io.stallmark.analysis.duet;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.PairedEstimate;
import io.stallmark.record.Interval;
import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
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
public final class DuetSeconds {

  private static final List<Percentile> PERCENTILES =
      List.of(Percentile.P50, Percentile.P95, Percentile.P99);

  private static final double SECOND = 1e9;
  private static final double MILLISECOND = 1e6;

  private final PairedSeries rates = new PairedSeries();
  private final Map<String, PairedSeries> times = new LinkedHashMap<>();
  private final Map<String, Pending> pending = new LinkedHashMap<>();
  private final List<Queue<Second>> waiting = List.of(new ArrayDeque<>(), new ArrayDeque<>());
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

  private record Second(
      long start, long end, long transactions, Map<String, Histogram> responses) {}

  /** Response times since the last pair of a percentile. */
  private record Pending(Histogram a, Histogram b) {

    Pending() {
      this(new OperationSeries().response(), new OperationSeries().response());
    }
  }

  /**
   * Adds the next interval of a side. One that is shorter than the others, or in which the load
   * ends, is left out.
   *
   * @param kinds kinds of operation of the interval
   * @param length length of a whole interval, nanoseconds
   */
  public synchronized void add(Side side, Interval interval, List<Kind> kinds, long length) {
    if (interval.end() - interval.start() < length || interval.end() > interval.loadEnd()) {
      return;
    }
    Map<String, Histogram> responses = new LinkedHashMap<>();
    for (int i = 0; i < kinds.size(); i++) {
      responses.put(kinds.get(i).name(), interval.series().get(i).response().copy());
    }
    waiting
        .get(side.ordinal())
        .add(
            new Second(
                interval.start(), interval.end(), interval.series().get(0).successes(), responses));
    if (waiting.stream().noneMatch(Queue::isEmpty)) {
      pair(waiting.get(0).remove(), waiting.get(1).remove());
    }
  }

  private void pair(Second a, Second b) {
    if (a.start != b.start) {
      throw new IllegalStateException("Intervals of " + a.start + " and " + b.start);
    }
    double length = (a.end - a.start) / SECOND;
    rates.add(a.transactions / length, b.transactions / length);
    seconds.add(new DuetSecond(a.start / SECOND, a.transactions / length, b.transactions / length));
    if (seconds.size() % DuetLook.STEP == 0) {
      looks.add(
          new DuetLook(seconds.size(), rates.ofCounts().difference(Comparison.THROUGHPUT_RISK)));
    }
    a.responses.forEach(
        (kind, ofA) -> {
          Histogram ofB = b.responses.get(kind);
          if (ofB != null) {
            PERCENTILES.forEach(
                percentile ->
                    pair(percentile, percentile.metric(kind + Comparison.CLOCK), ofA, ofB));
          }
        });
  }

  private void pair(Percentile percentile, String id, Histogram ofA, Histogram ofB) {
    Pending sum = pending.computeIfAbsent(id, metric -> new Pending());
    sum.a.add(ofA);
    sum.b.add(ofB);
    long fewest = Math.min(sum.a.getTotalCount(), sum.b.getTotalCount());
    if (percentile.isSupported(fewest) && percentile.of(sum.a) > 0 && percentile.of(sum.b) > 0) {
      times
          .computeIfAbsent(id, metric -> new PairedSeries())
          .add(percentile.of(sum.a) / MILLISECOND, percentile.of(sum.b) / MILLISECOND);
      sum.a.reset();
      sum.b.reset();
    }
  }

  /** Returns the pairs so far. */
  public synchronized List<DuetSecond> seconds() {
    return List.copyOf(seconds);
  }

  /** Returns what was known of the throughput over time. */
  public synchronized List<DuetLook> looks() {
    return List.copyOf(looks);
  }

  /** Whether the interval of the throughput is narrow enough. */
  public synchronized boolean reaches(WidthRule rule) {
    return rule.isReached(looks);
  }

  /** Returns the estimates that have an interval, by the id of the metric. */
  public synchronized Map<String, PairedEstimate> estimates() {
    Map<String, PairedEstimate> estimates = new LinkedHashMap<>();
    estimates.put(Comparison.THROUGHPUT, rates.ofCounts());
    times.forEach((id, series) -> estimates.put(id, series.ofValues()));
    estimates.values().removeIf(each -> Double.isNaN(each.error()));
    return estimates;
  }
}

package io.stallmark.analysis.duet;

import io.stallmark.record.Interval;
import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one side of a duet did in a part of the measurement.
 *
 * @param start nanoseconds since the start of the measurement
 * @param transactions number of successful transactions
 * @param errors number of failed transactions
 * @param responses response times by the kind of operation
 */
record SidePart(
    long start, long end, long transactions, long errors, Map<String, Histogram> responses) {

  private static final double SECOND = 1e9;

  /**
   * Copies an interval; null: it is shorter than the others, or the load ends in it.
   *
   * @param kinds kinds of operation of the interval
   * @param length length of a whole interval, nanoseconds
   */
  static @Nullable SidePart of(Interval interval, List<Kind> kinds, long length) {
    if (interval.end() - interval.start() < length || interval.end() > interval.loadEnd()) {
      return null;
    }
    Map<String, Histogram> responses = new LinkedHashMap<>();
    for (int i = 0; i < kinds.size(); i++) {
      responses.put(kinds.get(i).name(), interval.series().get(i).response().copy());
    }
    OperationSeries series = interval.series().get(0);
    return new SidePart(
        interval.start(), interval.end(), series.successes(), series.failures(), responses);
  }

  /** Returns both parts as one; the next one follows this one. */
  SidePart plus(SidePart next) {
    Map<String, Histogram> sums = new LinkedHashMap<>();
    responses.forEach((kind, histogram) -> sums.put(kind, histogram.copy()));
    next.responses.forEach(
        (kind, histogram) ->
            sums.computeIfPresent(
                kind,
                (same, sum) -> {
                  sum.add(histogram);
                  return sum;
                }));
    return new SidePart(
        start, next.end, transactions + next.transactions, errors + next.errors, sums);
  }

  double seconds() {
    return (end - start) / SECOND;
  }

  /** Returns the successful transactions per second. */
  double rate() {
    return transactions / seconds();
  }
}

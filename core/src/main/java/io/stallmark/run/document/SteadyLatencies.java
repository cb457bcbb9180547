package io.stallmark.run.document;

import io.stallmark.analysis.trust.SteadyState;
import io.stallmark.engine.RunResult;
import io.stallmark.record.Interval;
import io.stallmark.record.OperationSeries;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.SteadySummary;
import io.stallmark.result.SteadySummary.SteadyKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * Latencies of the steady state of a run: those of the whole run minus the time before it. Divides
 * the run into a bounded number of equal parts, initially one interval long. When the number is
 * exceeded, each two neighbours are merged. Used by one thread.
 */
final class SteadyLatencies {

  private static final int MOST_PARTS = 128;
  private static final double SECOND = 1e9;

  /** Samples of one part of the run, of each kind of operation. */
  private static final class Part {
    final List<Histogram> service = new ArrayList<>();
    final List<Histogram> response = new ArrayList<>();

    void add(List<Histogram> moreService, List<Histogram> moreResponse) {
      sum(service, moreService);
      sum(response, moreResponse);
    }

    private static void sum(List<Histogram> sums, List<Histogram> more) {
      for (int kind = 0; kind < more.size(); kind++) {
        if (sums.size() == kind) {
          // packed, because few of its counts are not 0
          sums.add(
              new PackedHistogram(
                  more.get(kind).getHighestTrackableValue(),
                  more.get(kind).getNumberOfSignificantValueDigits()));
        }
        sums.get(kind).add(more.get(kind));
      }
    }
  }

  private final List<Part> parts = new ArrayList<>();
  private long length; // of a part, nanoseconds

  /**
   * @param interval length of an interval, nanoseconds
   */
  SteadyLatencies(long interval) {
    length = interval;
  }

  void interval(Interval interval) {
    while (interval.start() >= MOST_PARTS * length) {
      halve();
    }
    while (parts.size() <= interval.start() / length) {
      parts.add(new Part());
    }
    List<OperationSeries> kinds = interval.series();
    parts
        .get((int) (interval.start() / length))
        .add(
            kinds.stream().map(OperationSeries::service).toList(),
            kinds.stream().map(OperationSeries::response).toList());
  }

  private void halve() {
    for (int i = 0; i < parts.size(); i++) {
      if (i % 2 == 0) {
        parts.set(i / 2, parts.get(i));
      } else {
        parts.get(i / 2).add(parts.get(i).service, parts.get(i).response);
      }
    }
    parts.subList((parts.size() + 1) / 2, parts.size()).clear();
    length *= 2;
  }

  /** Returns the latencies from the first part that began in the steady state. */
  SteadySummary of(SteadyState steady, RunResult result) {
    OptionalLong reached = steady.reachedAfter();
    Long from = reached.isPresent() ? (reached.getAsLong() + length - 1) / length * length : null;
    return new SteadySummary(
        steady.judged() ? reached.isPresent() : null,
        steady.what().word(),
        steady.judged() ? steady.resolution() / SECOND : null,
        reached.isPresent() ? reached.getAsLong() / SECOND : null,
        from == null ? null : from / SECOND,
        from == null ? Map.of() : kinds(result, from));
  }

  private Map<String, SteadyKind> kinds(RunResult result, long from) {
    List<Part> before =
        parts.stream().limit(from / length).filter(part -> !part.service.isEmpty()).toList();
    Map<String, SteadyKind> kinds = new LinkedHashMap<>();
    for (int i = 0; i < result.kinds().size(); i++) {
      int kind = i;
      OperationSeries all = result.totals().get(i);
      Histogram service =
          rest(all.service(), before.stream().map(part -> part.service.get(kind)).toList());
      Histogram response =
          rest(all.response(), before.stream().map(part -> part.response.get(kind)).toList());
      kinds.put(
          result.kinds().get(i).name(),
          new SteadyKind(
              service.getTotalCount(), LatencySummary.of(service), LatencySummary.of(response)));
    }
    return kinds;
  }

  private static Histogram rest(Histogram all, List<Histogram> before) {
    Histogram rest = all.copy();
    before.forEach(rest::subtract);
    return rest;
  }
}

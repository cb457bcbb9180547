package io.stallmark.report.file;

import io.stallmark.analysis.trust.SteadyState;
import io.stallmark.engine.RunResult;
import io.stallmark.record.OperationSeries;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.SteadySummary;
import io.stallmark.result.SteadySummary.SteadyKind;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;

/**
 * Latencies of the steady state of a run: those of the whole run minus the intervals before it.
 * These are read from {@code latency.hlog}, because they are the smaller part.
 */
public final class SteadyLatencies {

  private static final double MILLISECOND = 1e6;
  private static final double SECOND = 1e9;

  private SteadyLatencies() {}

  /**
   * Returns the latencies of the steady state.
   *
   * @param log file with the run's histograms by interval
   * @param interval length of an interval, nanoseconds
   */
  static SteadySummary of(SteadyState steady, RunResult result, Path log, long interval) {
    if (steady.reachedAfter().isEmpty()) {
      return summary(steady, null, Map.of());
    }
    long from = (steady.reachedAfter().getAsLong() + interval - 1) / interval * interval;
    try {
      Map<String, Histogram> before = before(log, from);
      Map<String, SteadyKind> kinds = new LinkedHashMap<>();
      for (int i = 0; i < result.kinds().size(); i++) {
        String name = result.kinds().get(i).name();
        OperationSeries all = result.totals().get(i);
        Histogram service = rest(all.service(), before.get(name + ".service"));
        kinds.put(
            name,
            new SteadyKind(
                service.getTotalCount(),
                LatencySummary.of(service),
                LatencySummary.of(rest(all.response(), before.get(name + ".response")))));
      }
      return summary(steady, from, kinds);
    } catch (FileNotFoundException | RuntimeException e) { // the file is missing or cannot be read
      return summary(steady, null, Map.of());
    }
  }

  private static SteadySummary summary(
      SteadyState steady, @Nullable Long from, Map<String, SteadyKind> kinds) {
    OptionalLong reached = steady.reachedAfter();
    return new SteadySummary(
        steady.judged() ? reached.isPresent() : null,
        steady.what().word(),
        steady.judged() ? steady.resolution() / SECOND : null,
        reached.isPresent() ? reached.getAsLong() / SECOND : null,
        from == null ? null : from / SECOND,
        kinds);
  }

  private static Histogram rest(Histogram all, @Nullable Histogram before) {
    Histogram rest = all.copy();
    if (before != null) {
      rest.subtract(before);
    }
    return rest;
  }

  /** Returns the sums of the intervals that began earlier, by tag. */
  private static Map<String, Histogram> before(Path log, long from) throws FileNotFoundException {
    Map<String, Histogram> sums = new LinkedHashMap<>();
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      while (from > 0 && reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (!(next instanceof Histogram histogram)) {
          break;
        }
        double middle = (next.getStartTimeStamp() + next.getEndTimeStamp()) * MILLISECOND / 2;
        if (middle - reader.getStartTimeSec() * SECOND >= from) {
          break;
        }
        sums.computeIfAbsent(String.valueOf(histogram.getTag()), tag -> fresh(histogram))
            .add(histogram);
      }
    }
    return sums;
  }

  private static Histogram fresh(Histogram like) {
    Histogram fresh = new Histogram(like);
    fresh.setAutoResize(true);
    return fresh;
  }
}

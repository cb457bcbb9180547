package io.stallmark.report.file;

import io.stallmark.analysis.trust.SteadyState;
import io.stallmark.engine.RunResult;
import io.stallmark.record.OperationSeries;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.SteadySummary;
import io.stallmark.result.SteadySummary.SteadyKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Latencies of the steady state of a run: those of the whole run minus the intervals before it.
 * These are read from {@code latency.hlog}, because they are the smaller part.
 */
final class SteadyLatencies {

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
    Map<String, SteadyKind> kinds = new LinkedHashMap<>();
    LatencyCurves before;
    try {
      before = LatencyCurves.read(log, kind -> true, from / SECOND);
    } catch (IOException e) {
      return summary(steady, null, kinds);
    }
    if (!Files.isRegularFile(log) || before.unreadable() > 0) {
      return summary(steady, null, kinds);
    }
    for (int i = 0; i < result.kinds().size(); i++) {
      String name = result.kinds().get(i).name();
      OperationSeries all = result.totals().get(i);
      Histogram service = rest(all.service(), before.of(name, LatencyCurves.SERVICE));
      Histogram response = rest(all.response(), before.of(name, LatencyCurves.RESPONSE));
      kinds.put(
          name,
          new SteadyKind(
              service.getTotalCount(), LatencySummary.of(service), LatencySummary.of(response)));
    }
    return summary(steady, from, kinds);
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
}

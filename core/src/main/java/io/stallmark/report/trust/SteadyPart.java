package io.stallmark.report.trust;

import io.stallmark.analysis.Latency;
import io.stallmark.analysis.trust.Steady;
import io.stallmark.engine.RunResult;
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
 * The latencies of what ended when the run was steady: those of the whole run but for the intervals
 * before, which are read back, the fewer ones.
 *
 * @param from the start of the first interval that is steady all through, nanoseconds since the
 *     measurement started; empty: there is none
 * @param kinds by name, in the order of the result; empty when there is no such part
 */
public record SteadyPart(Steady steady, OptionalLong from, Map<String, Clocks> kinds) {

  /** Of one kind of operation. */
  public record Clocks(Latency service, Latency response) {}

  private static final double MILLISECOND = 1e6;
  private static final double SECOND = 1e9;

  /**
   * Takes it out of the whole.
   *
   * @param log the run's histograms, interval by interval
   * @param interval length of an interval, nanoseconds
   */
  public static SteadyPart of(Steady steady, RunResult result, Path log, long interval) {
    if (steady.reachedAfter().isEmpty()) {
      return new SteadyPart(steady, OptionalLong.empty(), Map.of());
    }
    long from = (steady.reachedAfter().getAsLong() + interval - 1) / interval * interval;
    try {
      Map<String, Histogram> before = before(log, from);
      Map<String, Clocks> kinds = new LinkedHashMap<>();
      for (int i = 0; i < result.kinds().size(); i++) {
        String name = result.kinds().get(i).name();
        kinds.put(
            name,
            new Clocks(
                rest(result.totals().get(i).service(), before.get(name + ".service")),
                rest(result.totals().get(i).response(), before.get(name + ".response"))));
      }
      return new SteadyPart(steady, OptionalLong.of(from), kinds);
    } catch (FileNotFoundException | RuntimeException e) { // somebody took the file away
      return new SteadyPart(steady, OptionalLong.empty(), Map.of());
    }
  }

  private static Latency rest(Histogram all, @Nullable Histogram before) {
    if (before == null) {
      return Latency.of(all);
    }
    Histogram rest = all.copy();
    rest.subtract(before);
    return Latency.of(rest);
  }

  /** What ended in intervals that began earlier, by tag. */
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

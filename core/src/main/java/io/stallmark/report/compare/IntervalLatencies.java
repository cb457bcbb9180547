package io.stallmark.report.compare;

import io.stallmark.analysis.compare.RunSeries;
import io.stallmark.analysis.compare.Tally;
import io.stallmark.report.read.LatencyLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/** The histograms of {@code latency.hlog}, each in the interval that it is of. */
final class IntervalLatencies {

  private static final int DIGITS = 3;

  /** Times are written to the millisecond. */
  private static final double SLACK = 0.001;

  private final double[] starts;
  private final Map<String, List<Tally>> byTag = new LinkedHashMap<>();
  private final Map<String, Open> open = new LinkedHashMap<>();

  /** A histogram that may not have all of its samples yet. */
  private record Open(int interval, Histogram samples) {}

  private IntervalLatencies(double[] starts) {
    this.starts = starts;
  }

  /**
   * Reads the log; empty when it is not there. What cannot be read is left out, as the run's page
   * says.
   *
   * @param starts when each interval began, in seconds, ascending
   */
  static Map<String, RunSeries.Times> read(Path file, double[] starts) throws IOException {
    IntervalLatencies latencies = new IntervalLatencies(starts);
    if (starts.length > 0) {
      LatencyLines.read(file, kind -> true, latencies::add);
    }
    latencies.open.forEach(latencies::close);
    Map<String, RunSeries.Times> times = new LinkedHashMap<>();
    latencies.byTag.forEach((tag, tallies) -> times.put(tag, RunSeries.Times.of(tallies)));
    return times;
  }

  private void close(String tag, Open samples) {
    byTag
        .computeIfAbsent(
            tag, any -> new ArrayList<>(Collections.nCopies(starts.length, Tally.NONE)))
        .set(samples.interval, Tally.of(samples.samples));
  }

  private void add(String kind, String clock, double start, AbstractHistogram histogram) {
    int found = Arrays.binarySearch(starts, start + SLACK);
    int interval = Math.max(0, found < 0 ? -found - 2 : found);
    String tag = kind + "." + clock;
    Open before = open.get(tag);
    if (before != null && before.interval != interval) {
      close(tag, before);
    }
    if (before == null || before.interval != interval) {
      before = new Open(interval, new Histogram(DIGITS));
      open.put(tag, before);
    }
    before.samples.add(histogram);
  }
}

package io.stallmark.report.compare;

import io.stallmark.analysis.compare.RunSeries;
import io.stallmark.analysis.compare.Tally;
import io.stallmark.report.read.WholeLines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogScanner;
import org.jspecify.annotations.Nullable;

/** The histograms of {@code latency.hlog}, each in the interval that it is of. */
final class IntervalLatencies implements HistogramLogScanner.EventHandler {

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
   * Reads the log; empty when it is not there. What cannot be read is left out.
   *
   * @param starts when each interval began, in seconds, ascending
   */
  static Map<String, RunSeries.Times> read(Path file, double[] starts) throws IOException {
    IntervalLatencies latencies = new IntervalLatencies(starts);
    if (Files.isRegularFile(file) && starts.length > 0) {
      try (InputStream in = WholeLines.open(file);
          HistogramLogScanner scanner = new HistogramLogScanner(in)) {
        scanner.process(latencies);
      }
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

  @Override
  public boolean onHistogram(
      @Nullable String tag,
      double timestamp,
      double length,
      HistogramLogScanner.EncodableHistogramSupplier lazily) {
    int found = Arrays.binarySearch(starts, timestamp + SLACK);
    int interval = Math.max(0, found < 0 ? -found - 2 : found);
    if (tag == null || tag.indexOf('.') < 0) {
      return false;
    }
    try {
      EncodableHistogram read = lazily.read();
      if (read instanceof AbstractHistogram histogram) {
        add(tag, interval, histogram);
      }
    } catch (DataFormatException | RuntimeException e) {
      return false; // torn, as the page of the run says
    }
    return false;
  }

  /** Lines of a tag come in the order of time. */
  private void add(String tag, int interval, AbstractHistogram histogram) {
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

  @Override
  public boolean onException(Throwable problem) {
    return false;
  }

  @Override
  public boolean onComment(String comment) {
    return false;
  }

  @Override
  public boolean onBaseTime(double seconds) {
    return false;
  }

  @Override
  public boolean onStartTime(double seconds) {
    return false;
  }
}

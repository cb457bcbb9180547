package io.stallmark.report.file;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.record.Interval;
import io.stallmark.record.Kind;
import io.stallmark.report.FigureFormat;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Log {@code latency.hlog}: the histograms of every interval in HdrHistogram's log format. Values
 * are in nanoseconds, maxima in milliseconds; the tag is kind and clock: {@code
 * point_select.service}. An interval in which the generator was the bottleneck has a separate line
 * before them, with a histogram of one value 0. It is not a comment, because some readers, such as
 * HdrHistogram_c's, accept comments only in the header. The value is 0, because the interval's
 * length would set the scale of HistogramLogAnalyzer's charts.
 */
final class LatencyLog implements Closeable {

  static final String FILE = "latency.hlog";

  /** Tag of that line; it has no dot, so it cannot be a kind and a clock. */
  static final String BOUND = "generator_bound";

  private static final double MAXIMA_IN_MILLIS = 1e6;
  private static final int DIGITS = 3;

  private final AppendFile file;
  private final List<Kind> kinds;
  // HistogramLogWriter discards disk errors, so it writes to memory, and this class to the disk.
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
  private final HistogramLogWriter writer = new HistogramLogWriter(buffer);

  LatencyLog(Path directory, List<Kind> kinds) throws IOException {
    this.kinds = kinds;
    file = new AppendFile(directory.resolve(FILE));
  }

  /**
   * Writes the header.
   *
   * @param second0 start of the measurement; readers add it to the time of every interval
   */
  void measuredFrom(Instant second0) throws IOException {
    writer.outputComment("[Stallmark: nanoseconds; Interval_Max in milliseconds]");
    writer.outputLogFormatVersion();
    writer.outputStartTime(second0.toEpochMilli());
    writer.outputLegend();
    flush();
  }

  /** Appends an interval that is counted: curves are made of this file, and must be the run's. */
  void append(Interval interval, GeneratorHealth health) throws IOException {
    if (interval.isCounted()) {
      format(interval, health);
      flush();
    }
  }

  /** Formats an interval that is not appended. */
  void rehearse(Interval interval, GeneratorHealth health) {
    format(interval, health);
    buffer.reset();
  }

  private void format(Interval interval, GeneratorHealth health) {
    if (health.bound()) {
      Histogram flag = new Histogram(DIGITS);
      flag.recordValue(0);
      append(interval, BOUND, flag);
    }
    for (int i = 0; i < kinds.size(); i++) {
      String kind = kinds.get(i).name();
      append(interval, kind + ".service", interval.series().get(i).service());
      append(interval, kind + ".response", interval.series().get(i).response());
    }
  }

  private void append(Interval interval, String tag, Histogram histogram) {
    if (histogram.getTotalCount() > 0) {
      histogram.setTag(tag);
      double start = interval.start() / FigureFormat.SECOND;
      double length = (interval.end() - interval.start()) / FigureFormat.SECOND;
      writer.outputIntervalHistogram(start, start + length, histogram, MAXIMA_IN_MILLIS);
    }
  }

  private void flush() throws IOException {
    file.append(buffer.toString(StandardCharsets.UTF_8));
    buffer.reset();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

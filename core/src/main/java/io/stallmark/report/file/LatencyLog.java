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
 * {@code latency.hlog}: every interval's histograms in HdrHistogram's log format, values in
 * nanoseconds, maxima in milliseconds, tagged with kind and clock: {@code point_select.service}. An
 * interval in which the generator was the bottleneck has a separate line before them. A comment
 * would be in the way of readers that know them in the head alone, such as HdrHistogram_c's, and
 * its length as a value would set the scale of HistogramLogAnalyzer's charts, so it has one of 0.
 */
final class LatencyLog implements Closeable {

  static final String FILE = "latency.hlog";

  /** No kind and clock, for it has no dot. */
  static final String BOUND = "generator_bound";

  private static final double MAXIMA_IN_MILLIS = 1e6;
  private static final int DIGITS = 3;

  private final AppendFile file;
  private final List<Kind> kinds;
  // The writer would swallow the disk's complaints; so it writes to memory, and we to the disk.
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
  private final HistogramLogWriter writer = new HistogramLogWriter(buffer);

  LatencyLog(Path directory, List<Kind> kinds) throws IOException {
    this.kinds = kinds;
    file = new AppendFile(directory.resolve(FILE));
  }

  /**
   * Writes the head.
   *
   * @param second0 when the measurement started: readers add it to every interval's time
   */
  void measuredFrom(Instant second0) throws IOException {
    writer.outputComment("[Stallmark: nanoseconds; Interval_Max in milliseconds]");
    writer.outputLogFormatVersion();
    writer.outputStartTime(second0.toEpochMilli());
    writer.outputLegend();
    flush();
  }

  void append(Interval interval, GeneratorHealth health) throws IOException {
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
    flush();
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

package io.stallmark.report.read;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.zip.DataFormatException;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramLogScanner;
import org.jspecify.annotations.Nullable;

/**
 * Reads the histograms of {@code latency.hlog} in the order of its lines, which is that of time.
 */
public final class LatencyLines implements HistogramLogScanner.EventHandler {

  /** Receives the histograms one after the other. */
  @FunctionalInterface
  public interface Sink {

    /**
     * Receives a histogram, which the receiver may keep.
     *
     * @param kind kind of operation
     * @param clock {@link LatencyCurves#RESPONSE} or {@link LatencyCurves#SERVICE}
     * @param start start of its interval, seconds since the measurement started
     * @param histogram times in nanoseconds
     */
    void histogram(String kind, String clock, double start, AbstractHistogram histogram);
  }

  private final Predicate<String> kinds;
  private final Sink sink;
  private int unreadable;

  private LatencyLines(Predicate<String> kinds, Sink sink) {
    this.kinds = kinds;
    this.sink = sink;
  }

  /**
   * Reads the log; reads nothing if it is missing.
   *
   * @param kinds kinds to read; others are not decoded
   * @return number of lines that could not be read and were left out
   */
  public static int read(Path file, Predicate<String> kinds, Sink sink) throws IOException {
    LatencyLines lines = new LatencyLines(kinds, sink);
    if (Files.isRegularFile(file)) {
      try (InputStream in = WholeLines.open(file);
          HistogramLogScanner scanner = new HistogramLogScanner(in)) {
        scanner.process(lines);
      }
    }
    return lines.unreadable;
  }

  @Override
  public boolean onHistogram(
      @Nullable String tag,
      double timestamp,
      double length,
      HistogramLogScanner.EncodableHistogramSupplier lazily) {
    int dot = tag == null ? -1 : tag.lastIndexOf('.');
    if (tag == null || dot < 0 || !kinds.test(tag.substring(0, dot))) {
      return false;
    }
    try {
      if (lazily.read() instanceof AbstractHistogram histogram) {
        sink.histogram(tag.substring(0, dot), tag.substring(dot + 1), timestamp, histogram);
      }
    } catch (DataFormatException | RuntimeException e) {
      unreadable++;
    }
    return false;
  }

  @Override
  public boolean onException(Throwable problem) {
    unreadable++;
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

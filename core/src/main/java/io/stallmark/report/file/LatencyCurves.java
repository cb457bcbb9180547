package io.stallmark.report.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.zip.DataFormatException;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogScanner;
import org.jspecify.annotations.Nullable;

/**
 * Distribution of the samples of a run by kind and clock, in nanoseconds, summed from {@code
 * latency.hlog}. Entries that cannot be read are counted and left out.
 */
public final class LatencyCurves {

  public static final String RESPONSE = "response";
  public static final String SERVICE = "service";

  private static final int DIGITS = 3;

  private final Map<String, Map<String, Histogram>> byKind = new LinkedHashMap<>();
  private int unreadable;

  private LatencyCurves() {}

  /**
   * Reads the log; empty if it is missing.
   *
   * @param wanted kinds to read; others are not decoded
   * @param until end of the intervals to read, seconds since the measurement started
   */
  static LatencyCurves read(Path file, Predicate<String> wanted, double until) throws IOException {
    LatencyCurves curves = new LatencyCurves();
    if (Files.isRegularFile(file)) {
      try (InputStream in = WholeLines.open(file);
          HistogramLogScanner scanner = new HistogramLogScanner(in)) {
        scanner.process(curves.new Entries(wanted, until));
      }
    }
    return curves;
  }

  /** Returns the kinds in the order of their first samples. */
  public Set<String> kinds() {
    return byKind.keySet();
  }

  int unreadable() {
    return unreadable;
  }

  /** Returns the distribution of a kind on a clock; null: there is no sample. */
  public @Nullable Histogram of(String kind, String clock) {
    return byKind.getOrDefault(kind, Map.of()).get(clock);
  }

  /** Receives the entries in the order of time; returns true to read no more. */
  private final class Entries implements HistogramLogScanner.EventHandler {

    private final Predicate<String> wanted;
    private final double until;

    Entries(Predicate<String> wanted, double until) {
      this.wanted = wanted;
      this.until = until;
    }

    @Override
    public boolean onHistogram(
        @Nullable String tag,
        double timestamp,
        double length,
        HistogramLogScanner.EncodableHistogramSupplier lazily) {
      int dot = tag == null ? -1 : tag.lastIndexOf('.');
      if (timestamp + length / 2 >= until) {
        return true;
      }
      if (tag == null || dot < 0 || !wanted.test(tag.substring(0, dot))) {
        return false;
      }
      try {
        if (lazily.read() instanceof AbstractHistogram histogram) {
          byKind
              .computeIfAbsent(tag.substring(0, dot), any -> new LinkedHashMap<>())
              .computeIfAbsent(tag.substring(dot + 1), any -> new Histogram(DIGITS))
              .add(histogram);
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
}

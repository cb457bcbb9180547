package io.stallmark.report.file;

import io.stallmark.record.Kind;
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

  private static final String TRANSACTIONS = Kind.TRANSACTION + "." + RESPONSE;
  private static final int DIGITS = 3;

  private final Map<String, Map<String, Histogram>> byKind = new LinkedHashMap<>();
  private final HeatMap heat;
  private int unreadable;

  private LatencyCurves(HeatMap heat) {
    this.heat = heat;
  }

  /**
   * Reads the log; empty if it is missing.
   *
   * @param wanted kinds to read; others are not decoded
   * @param intervals columns of {@code intervals.csv}
   */
  static LatencyCurves read(Path file, Predicate<String> wanted, CsvColumns intervals)
      throws IOException {
    LatencyCurves curves = new LatencyCurves(new HeatMap(intervals));
    if (Files.isRegularFile(file)) {
      try (InputStream in = WholeLines.open(file);
          HistogramLogScanner scanner = new HistogramLogScanner(in)) {
        scanner.process(curves.new Entries(wanted));
      }
    }
    return curves;
  }

  /** Returns the kinds in the order of their first samples. */
  public Set<String> kinds() {
    return byKind.keySet();
  }

  /** Returns the transactions by time and response time. */
  public HeatMap heat() {
    return heat;
  }

  int unreadable() {
    return unreadable;
  }

  /** Returns the distribution of a kind on a clock; null: there is no sample. */
  public @Nullable Histogram of(String kind, String clock) {
    return byKind.getOrDefault(kind, Map.of()).get(clock);
  }

  /** Receives the entries in the order of time. */
  private final class Entries implements HistogramLogScanner.EventHandler {

    private final Predicate<String> wanted;

    Entries(Predicate<String> wanted) {
      this.wanted = wanted;
    }

    @Override
    public boolean onHistogram(
        @Nullable String tag,
        double timestamp,
        double length,
        HistogramLogScanner.EncodableHistogramSupplier lazily) {
      int dot = tag == null ? -1 : tag.lastIndexOf('.');
      if (tag == null || dot < 0 || !wanted.test(tag.substring(0, dot))) {
        return false;
      }
      try {
        if (lazily.read() instanceof AbstractHistogram histogram) {
          byKind
              .computeIfAbsent(tag.substring(0, dot), any -> new LinkedHashMap<>())
              .computeIfAbsent(tag.substring(dot + 1), any -> new Histogram(DIGITS))
              .add(histogram);
          if (tag.equals(TRANSACTIONS)) {
            heat.add(timestamp + length / 2, histogram);
          }
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

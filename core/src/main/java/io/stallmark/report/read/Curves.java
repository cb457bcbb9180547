package io.stallmark.report.read;

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
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogScanner;
import org.jspecify.annotations.Nullable;

/**
 * Every sample of a run by kind and clock, summed from {@code latency.hlog}. What cannot be read is
 * counted and left out.
 */
public final class Curves {

  public static final String TRANSACTION = "transaction";
  public static final String RESPONSE = "response";
  public static final String SERVICE = "service";

  private static final int DIGITS = 3;

  private final Map<String, Map<String, Histogram>> byKind = new LinkedHashMap<>();
  private int unreadable;

  private Curves() {}

  /**
   * Reads the log; empty when it is not there.
   *
   * @param wanted which kinds
   */
  static Curves read(Path file, Predicate<String> wanted) throws IOException {
    Curves curves = new Curves();
    if (Files.isRegularFile(file)) {
      try (InputStream in = WholeLines.open(file);
          HistogramLogScanner scanner = new HistogramLogScanner(in)) {
        scanner.process(curves.new Adding(wanted));
      }
    }
    return curves;
  }

  /** In the order of their first samples. */
  public Set<String> kinds() {
    return byKind.keySet();
  }

  public boolean isEmpty() {
    return byKind.isEmpty();
  }

  int unreadable() {
    return unreadable;
  }

  /** Null: there is no sample. */
  public @Nullable Histogram of(String kind, String clock) {
    return byKind.getOrDefault(kind, Map.of()).get(clock);
  }

  private final class Adding implements HistogramLogScanner.EventHandler {

    private final Predicate<String> wanted;

    Adding(Predicate<String> wanted) {
      this.wanted = wanted;
    }

    @Override
    public boolean onHistogram(
        String tag,
        double timestamp,
        double length,
        HistogramLogScanner.EncodableHistogramSupplier lazily) {
      int dot = tag == null ? -1 : tag.lastIndexOf('.');
      if (dot < 0 || !wanted.test(tag.substring(0, dot))) {
        return false;
      }
      try {
        EncodableHistogram read = lazily.read();
        if (read instanceof AbstractHistogram histogram) {
          byKind
              .computeIfAbsent(tag.substring(0, dot), kind -> new LinkedHashMap<>())
              .computeIfAbsent(tag.substring(dot + 1), clock -> new Histogram(DIGITS))
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

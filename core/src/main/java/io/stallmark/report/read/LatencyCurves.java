package io.stallmark.report.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Distribution of all samples of a run by kind and clock, summed from {@code latency.hlog}. Entries
 * that cannot be read are counted and left out.
 */
public final class LatencyCurves {

  public static final String TRANSACTION = "transaction";
  public static final String RESPONSE = "response";
  public static final String SERVICE = "service";

  private static final int DIGITS = 3;

  private final Map<String, Map<String, Histogram>> byKind = new LinkedHashMap<>();
  private int unreadable;

  private LatencyCurves() {}

  /**
   * Reads the log; empty if it is missing.
   *
   * @param wanted kinds to read
   */
  static LatencyCurves read(Path file, Predicate<String> wanted) throws IOException {
    LatencyCurves curves = new LatencyCurves();
    curves.unreadable =
        LatencyLines.read(
            file, wanted, (kind, clock, start, histogram) -> curves.add(kind, clock, histogram));
    return curves;
  }

  /** Returns the kinds in the order of their first samples. */
  public Set<String> kinds() {
    return byKind.keySet();
  }

  public boolean isEmpty() {
    return byKind.isEmpty();
  }

  int unreadable() {
    return unreadable;
  }

  /** Returns the distribution of a kind on a clock; null: there is no sample. */
  public @Nullable Histogram of(String kind, String clock) {
    return byKind.getOrDefault(kind, Map.of()).get(clock);
  }

  private void add(String kind, String clock, AbstractHistogram histogram) {
    byKind
        .computeIfAbsent(kind, any -> new LinkedHashMap<>())
        .computeIfAbsent(clock, any -> new Histogram(DIGITS))
        .add(histogram);
  }
}

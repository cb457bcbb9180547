package io.stallmark.report.file;

import io.stallmark.analysis.trust.GeneratorHealth;
import java.util.ArrayList;
import java.util.List;

/**
 * Periods in which the generator, not the database, was the bottleneck. Used for stalls and dips,
 * which may overlap several intervals. Merges adjacent periods. Not thread-safe.
 */
final class GeneratorBoundTimes {

  private record Span(long start, long end) {}

  private final List<Span> spans = new ArrayList<>();

  /** Adds an interval, which begins at the end of the last one. */
  void interval(GeneratorHealth health) {
    if (!health.bound()) {
      return;
    }
    int last = spans.size() - 1;
    if (last >= 0 && spans.get(last).end() == health.start()) {
      spans.set(last, new Span(spans.get(last).start(), health.end()));
    } else {
      spans.add(new Span(health.start(), health.end()));
    }
  }

  /**
   * Whether the generator was the bottleneck in any part of a period whose intervals are all known.
   */
  boolean during(long start, long length) {
    return spans.stream().anyMatch(span -> span.start() < start + length && start < span.end());
  }
}

package io.stallmark.report.file;

import io.stallmark.analysis.trust.GeneratorHealth;
import java.util.ArrayList;
import java.util.List;

/**
 * When the generator, not the database, was the bottleneck: for what is found of the run across its
 * intervals. Keeps a pair of numbers for each segment of it. Not thread-safe.
 */
final class GeneratorBoundTimes {

  private record Span(long start, long end) {}

  private final List<Span> spans = new ArrayList<>();

  /** Takes in an interval, which begins where the last one ended. */
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

  /** Whether it was in any part of a time, of which all intervals are known. */
  boolean during(long start, long length) {
    return spans.stream().anyMatch(span -> span.start() < start + length && start < span.end());
  }
}
